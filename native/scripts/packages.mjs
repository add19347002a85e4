// Fetches the two npm packages: node-llama-cpp for the source, and the platform's ready libraries.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { lock, modules, native } from "./paths.mjs";
import { run } from "./run.mjs";

export const sourcePackage = "node-llama-cpp";

export function fetchPackages(platform) {
  const wanted = [sourcePackage, platform.package].map(pinned);
  if (!wanted.every(isInstalled)) {
    console.log("native: fetching the packages with npm");
    // npm compares each package with the lock's sha512. Install scripts would compile llama.cpp whole.
    run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: native });
  }
  for (const p of wanted) {
    // A platform package is optional to npm, which leaves one out silently when it
    // cannot be fetched or its hash is wrong.
    if (!isInstalled(p)) throw new Error(`npm did not install ${p.name} ${p.version} with the locked hash`);
  }
  return wanted;
}

function pinned(name) {
  const entry = entryIn(lock, name);
  if (!entry) throw new Error(`${name} is not in package-lock.json; run "npm run relock" in native/`);
  return { name, version: entry.version, integrity: entry.integrity };
}

function isInstalled({ name, integrity }) {
  const record = join(modules, ".package-lock.json");
  return existsSync(record) && entryIn(record, name)?.integrity === integrity && existsSync(join(modules, name));
}

function entryIn(file, name) {
  return JSON.parse(readFileSync(file, "utf8")).packages[`node_modules/${name}`];
}
