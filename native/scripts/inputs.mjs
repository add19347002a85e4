// Tells whether what lies in native/lib was made from what lies in native/ now, by this compiler.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { lib, native, variants } from "./paths.mjs";
import { run } from "./run.mjs";

export function inputsHash(platform) {
  const compilers = [process.env.CC ?? "cc", process.env.CXX ?? "c++"];
  const hash = createHash("sha256").update(platform.name);
  for (const compiler of compilers) hash.update(run(compiler, ["--version"]));
  for (const flags of ["CFLAGS", "CXXFLAGS", "LDFLAGS"]) hash.update(`${flags}=${process.env[flags] ?? ""}`);
  for (const file of inputs()) hash.update(`\n${file}\n`).update(readFileSync(join(native, file)));
  return hash.digest("hex");
}

function inputs() {
  const folders = ["scripts", "variants", "check"].flatMap((folder) =>
    readdirSync(join(native, folder)).sort().map((name) => join(folder, name)));
  return ["package.json", "package-lock.json", "CMakeLists.txt", ...folders];
}

export function isFresh(platform, inputs) {
  const folder = join(lib, platform.name);
  const record = join(folder, "library.json");
  if (!existsSync(record)) return false;
  const library = JSON.parse(readFileSync(record, "utf8"));
  const complete = library.libraries?.every(({ name, size }) => {
    const stat = statSync(join(folder, name), { throwIfNoEntry: false });
    return stat?.size === size;
  });
  const others = [join(lib, "include", "mtmd.h"), ...["no-chunk-functions", "other-version"].map((v) => join(variants, v, `libmtmd${platform.suffix}`))];
  return library.inputs === inputs && complete && others.every(existsSync);
}
