// Runs a program and throws with its own words when it fails.
import { spawnSync } from "node:child_process";

export function run(program, args, options = {}) {
  // A git hook sets GIT_DIR and the like, which would send our clone to the wrong repository.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));
  const done = spawnSync(program, args, { encoding: "utf8", env, maxBuffer: 1 << 26, ...options });
  if (done.error?.code === "ENOENT") throw new Error(`${program} is not installed; "make setup" installs it`);
  if (done.error) throw done.error;
  if (done.status !== 0) {
    const said = `${done.stdout ?? ""}${done.stderr ?? ""}`.trim();
    throw new Error(`${program} ${args.join(" ")} failed (${done.signal ?? `exit ${done.status}`})\n${said}`);
  }
  return done.stdout;
}
