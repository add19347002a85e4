// Checks out, from the bundle in node-llama-cpp, the parts of llama.cpp's source that libmtmd needs.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, modules } from "./paths.mjs";
import { sourcePackage } from "./packages.mjs";
import { run } from "./run.mjs";

// src/ only for llama-ext.h, which mtmd's helper includes.
const parts = ["LICENSE", "include", "ggml/include", "src/llama-ext.h", "tools/mtmd", "vendor"];

export function checkOutSource(packages) {
  const { integrity } = packages.find((p) => p.name === sourcePackage);
  const folder = join(build, "source");
  const from = join(build, "source.from"); // written last: the package that a complete checkout came from
  const bundle = join(modules, sourcePackage, "llama", "gitRelease.bundle");
  if (!existsSync(from) || readFileSync(from, "utf8") !== integrity) {
    console.log("native: checking out the source");
    rmSync(folder, { recursive: true, force: true });
    run("git", ["clone", "--quiet", "--no-checkout", bundle, folder]);
    run("git", ["-C", folder, "checkout", "--quiet", "HEAD", "--", ...parts]);
    writeFileSync(from, integrity);
  }
  const info = JSON.parse(readFileSync(join(modules, sourcePackage, "llama", "llama.cpp.info.json"), "utf8"));
  return { folder, release: info.tag.replace(/^v/, "") };
}
