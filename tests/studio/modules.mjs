/**
 * Reads modules without running them, and prints what is wrong: syntax, an import of a file that does not exist or of
 * a name that it does not export, and an address that a browser could not load.
 *
 * node --experimental-vm-modules modules.mjs FILE …
 */

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import vm from "node:vm";

const modules = new Map();

function load(file) {
  if (!modules.has(file)) {
    modules.set(file, new vm.SourceTextModule(readFileSync(file, "utf8"), { identifier: file }));
  }
  return modules.get(file);
}

function resolve(specifier, importer) {
  if (!/^\.\.?\/.*\.js$/.test(specifier)) throw new Error(`"${specifier}" is no relative address of a module`);
  const file = path.resolve(path.dirname(importer.identifier), specifier);
  if (!existsSync(file)) throw new Error(`"${specifier}" does not exist`);
  return load(file);
}

for (const file of process.argv.slice(2)) {
  try {
    const module = load(path.resolve(file));
    if (module.status === "unlinked") await module.link(resolve);
  } catch (error) {
    console.log(`${file}: ${error.stack.split("\n")[0]} ${error.message}`);
    process.exitCode = 1;
  }
}
