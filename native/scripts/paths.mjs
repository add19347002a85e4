// Where things lie inside native/.
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const native = dirname(dirname(fileURLToPath(import.meta.url)));
export const lock = join(native, "package-lock.json");
export const modules = join(native, "node_modules");
export const build = join(native, "build");
export const lib = join(native, "lib");
export const variants = join(lib, "variants");
