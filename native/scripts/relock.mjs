// Makes package-lock.json from package.json (npm run relock), needed only to move to another release.
//
// npm's own lock would bring node-llama-cpp's two hundred dependencies, of which we need none: we
// take two archives and run no JavaScript of theirs. So this keeps only the packages that package.json
// names, and no dependency edges, which "npm ci" then follows to the letter.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { lock, native } from "./paths.mjs";
import { run } from "./run.mjs";

rmSync(lock, { force: true });
run("npm", ["install", "--package-lock-only", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: native });

const manifest = JSON.parse(readFileSync(join(native, "package.json"), "utf8"));
const full = JSON.parse(readFileSync(lock, "utf8"));
const keep = [...Object.keys(manifest.dependencies), ...Object.keys(manifest.optionalDependencies)].sort();

const packages = { "": full.packages[""] };
for (const name of keep) {
  const { version, integrity, os, cpu, libc, license, optional } = full.packages[`node_modules/${name}`];
  // Some packages also allow the processor that they were cross-compiled on; the name tells the one they are for.
  const target = cpu?.filter((c) => name.split(/[/-]/).includes(c));
  packages[`node_modules/${name}`] = { version, integrity, cpu: target, libc, license, optional, os };
}
const { name, lockfileVersion, requires } = full;
writeFileSync(lock, JSON.stringify({ name, lockfileVersion, requires, packages }, null, 2) + "\n");
