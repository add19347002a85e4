// Compiles libmtmd, its test variants and the check program with CMake.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { declaredFunctions, publicHeaders } from "./headers.mjs";
import { build, modules, native } from "./paths.mjs";
import { run } from "./run.mjs";

export function compile(platform, source) {
  const folder = join(build, platform.name);
  const fakes = join(build, "fakes");
  const bins = join(modules, platform.package, "bins");
  const ready = join(bins, readdirSync(bins).find((name) => !name.startsWith("_")));
  mkdirSync(fakes, { recursive: true });
  writeFileSync(join(fakes, "public-functions.inc"), traps(source.folder));

  console.log("native: compiling libmtmd (about two minutes on two cores)");
  rmSync(join(folder, "CMakeCache.txt"), { force: true }); // else a changed compiler would go unnoticed
  const set = { SOURCE: source.folder, READY: ready, FAKES: fakes, CMAKE_BUILD_TYPE: "Release" };
  run("cmake", ["-G", "Ninja", "-S", native, "-B", folder, ...Object.entries(set).map(([k, v]) => `-D${k}=${v}`)]);
  run("cmake", ["--build", folder, "--parallel", String(availableParallelism())]);
  return { folder, ready };
}

function traps(source) {
  const real = ["llama_version", "ggml_version", "ggml_commit"]; // these the fake answers
  const names = new Set(publicHeaders(source).flatMap(declaredFunctions));
  real.forEach((name) => names.delete(name));
  return [...names].sort().map((name) => `TRAP(${name})\n`).join("");
}
