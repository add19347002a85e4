// Lays out native/lib: OS-ARCH/ with everything the app loads, include/, and variants/ for tests.
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { check } from "./check.mjs";
import { copyHeaders, declaredFunctions } from "./headers.mjs";
import { build, lib, modules, variants } from "./paths.mjs";

export const chunkFunctions = ["mtmd_encode_chunk", "mtmd_get_output_embd", "mtmd_helper_decode_image_chunk"];

export function install({ platform, packages, source, compiled, inputs }) {
  const mtmd = `libmtmd${platform.suffix}`;
  const program = join(compiled.folder, "check");
  const declared = ["mtmd.h", "mtmd-helper.h"].flatMap((h) => declaredFunctions(join(source.folder, "tools/mtmd", h)));
  const place = join(lib, platform.name);

  const found = replaceFolder(place, (stage) => {
    copyLibraries(compiled.ready, stage);
    copyFileSync(join(compiled.folder, "mtmd", mtmd), join(stage, mtmd));
    copyHeaders(source.folder, join(stage, "include"));
    copyFileSync(join(source.folder, "LICENSE"), join(stage, "LICENSE.llama.cpp"));
    copyFileSync(join(modules, platform.package, "LICENSE"), join(stage, "LICENSE.node-llama-cpp"));
    const found = check(program, stage, platform, declared, []);
    writeFileSync(join(stage, "library.json"), JSON.stringify({
      release: source.release,
      versions: { llama: found.llama, ggml: found.ggml },
      commit: found.ggmlCommit,
      platform: platform.name,
      packages,
      backends: found.backends,
      inputs,
      libraries: libraries(stage),
    }, null, 2) + "\n");
    return found;
  });
  replaceFolder(join(lib, "include"), (stage) => copyHeaders(source.folder, stage));

  replaceFolder(join(variants, "no-chunk-functions"), (stage, target) => {
    for (const name of readdirSync(place)) {
      // Not library.json: a folder from elsewhere has none, and its hashes would not be true here.
      if (name !== mtmd && name !== "library.json") symlinkSync(relative(target, join(place, name)), join(stage, name));
    }
    copyFileSync(join(compiled.folder, "no-chunk-functions", mtmd), join(stage, mtmd));
  });
  check(program, join(variants, "no-chunk-functions"), platform, declared, chunkFunctions);

  replaceFolder(join(variants, "other-version"), (stage) => {
    copyFileSync(join(compiled.folder, "other-version", mtmd), join(stage, mtmd));
    for (const name of ["llama", "ggml", "ggml-base"]) symlinkSync(mtmd, join(stage, `lib${name}${platform.suffix}`));
  });
  check(program, join(variants, "other-version"), platform, declared, []);
  return { place, found };
}

// Fills a new folder and puts it in the place of the old one only when it is whole.
function replaceFolder(target, fill) {
  const stage = join(build, "stage");
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  mkdirSync(dirname(target), { recursive: true });
  const result = fill(stage, target);
  rmSync(target, { recursive: true, force: true });
  renameSync(stage, target);
  return result;
}

// Everything but node's own addon and the helpers of llama.cpp's programs, which libmtmd does without.
function copyLibraries(from, to) {
  for (const name of readdirSync(from)) {
    if (/\.(so|dylib)$/.test(name) && !name.startsWith("libllama-common")) copyFileSync(join(from, name), join(to, name));
  }
}

function libraries(folder) {
  return readdirSync(folder).filter((name) => /\.(so|dylib)$/.test(name)).sort().map((name) => ({
    name,
    size: statSync(join(folder, name)).size,
    sha256: createHash("sha256").update(readFileSync(join(folder, name))).digest("hex"),
  }));
}
