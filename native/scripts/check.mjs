// Loads a finished folder in a process of its own and compares what it has with what it must have.
import { tmpdir } from "node:os";
import { run } from "./run.mjs";

// From another working directory, so that a library found only by luck fails here.
export function check(program, folder, platform, functions, missing) {
  const found = JSON.parse(run(program, [folder, platform.suffix, ...functions], { cwd: tmpdir() }));
  if (found.missing.sort().join() !== [...missing].sort().join()) {
    throw new Error(`${folder}: the missing functions are [${found.missing}], and should be [${missing}]`);
  }
  const fake = found.backends.length === 0;
  if (!fake && !found.backends.some((b) => b.name === "CPU" && b.devices > 0)) {
    throw new Error(`${folder}: no CPU back end fits this processor (found ${JSON.stringify(found.backends)})`);
  }
  return found;
}
