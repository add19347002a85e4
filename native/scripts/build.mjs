// Builds the native library when its inputs have changed ("make native").
import { compile } from "./compile.mjs";
import { inputsHash, isFresh } from "./inputs.mjs";
import { install } from "./install.mjs";
import { fetchPackages } from "./packages.mjs";
import { thisPlatform } from "./platform.mjs";
import { checkOutSource } from "./source.mjs";

try {
  const platform = thisPlatform();
  const inputs = inputsHash(platform);
  if (!isFresh(platform, inputs)) {
    const packages = fetchPackages(platform);
    const source = checkOutSource(packages);
    const compiled = compile(platform, source);
    const { place, found } = install({ platform, packages, source, compiled, inputs });
    console.log(`native: ${place}: llama.cpp ${found.llama}, ggml ${found.ggml} (${found.ggmlCommit}), ` +
      found.backends.map((b) => b.name).join(" and "));
  }
} catch (error) {
  console.error(`native: ${error.message}`);
  process.exit(1);
}
