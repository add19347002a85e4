// Which ready package fits this machine, and what a shared library is called here.

const packages = {
  "linux-x64": "@node-llama-cpp/linux-x64-vulkan",
  "linux-arm64": "@node-llama-cpp/linux-arm64",
  "darwin-arm64": "@node-llama-cpp/mac-arm64-metal",
  "darwin-x64": "@node-llama-cpp/mac-x64",
};

export function thisPlatform(name = `${process.platform}-${process.arch}`) {
  const pkg = packages[name];
  if (!pkg) {
    throw new Error(
      `the native library cannot be built on ${name}, only on ${Object.keys(packages).join(", ")}; ` +
        "elsewhere, take a llama.cpp release 0.4 or 0.5 that contains libmtmd and give its folder with --library");
  }
  return { name, package: pkg, suffix: name.startsWith("darwin") ? ".dylib" : ".so" };
}
