// The headers that a caller of the library compiles against, and the functions that they declare.
import { copyFileSync, mkdirSync, readFileSync, readdirSync } from "node:fs";
import { basename, join } from "node:path";

export function publicHeaders(source) {
  const ggml = readdirSync(join(source, "ggml/include")).map((name) => join(source, "ggml/include", name));
  const others = ["include/llama.h", "include/llama-cpp.h", "tools/mtmd/mtmd.h", "tools/mtmd/mtmd-helper.h"];
  return [...ggml, ...others.map((name) => join(source, name))];
}

export function copyHeaders(source, folder) {
  mkdirSync(folder, { recursive: true });
  for (const header of publicHeaders(source)) copyFileSync(header, join(folder, basename(header)));
}

// The C functions that a header marks as exported with PREFIX_API.
export function declaredFunctions(header) {
  const code = readFileSync(header, "utf8")
    .replace(/^#ifdef +__cplusplus[^]*?^#endif/gm, "") // mangled names, which no caller can look up
    .replace(/\/\*[^]*?\*\/|\/\/.*|^[ \t]*#(?:.*\\\n)*.*/gm, "");
  const declaration = /\b[A-Z_]+_API\b[^;{}()]*?\b((?:mtmd|llama|ggml|gguf)_\w+)\s*\(/g;
  return [...code.matchAll(declaration)].map((match) => match[1]);
}
