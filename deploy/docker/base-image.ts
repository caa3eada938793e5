import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Shared libraries that a program is linked with, the loader included. */
function librariesOf(program: string): string[] {
  const lines = execFileSync('ldd', [program], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => /(?:=> |^\s+)(\/\S+) \(0x/.exec(line)?.[1] ?? []);
}

/** The libraries of the package libc6 of Debian, which every image with glibc has; native packages are linked with them. */
const ofGlibc = ['libm.so.6', 'libpthread.so.0', 'libdl.so.2', 'librt.so.1', 'libresolv.so.2'];

/** Files of a system that programs ask for names of users and machines. */
const system = {
  'etc/passwd': 'root:x:0:0:root:/root:/sbin/nologin\nnode:x:1000:1000::/home/node:/sbin/nologin\n',
  'etc/group': 'root:x:0:\nnode:x:1000:\n',
  'etc/hosts': '127.0.0.1 localhost\n::1 localhost\n',
  'etc/nsswitch.conf': 'passwd: files\ngroup: files\nhosts: files dns\n',
  // Where an engine mounts the devices.
  'dev/null': '',
  'dev/urandom': '',
};

/**
 * Makes a stand-in for the official image of Node: Node itself with its libraries from this machine, and nothing
 * else, not even a shell. What runs in it runs in the official image, which has more.
 */
export function makeBaseImage(folder: string, node: string): void {
  for (const name of ['tmp', 'proc', 'dev', 'home/node', 'root'])
    mkdirSync(join(folder, name), { recursive: true });
  chmodSync(folder, 0o755);
  chmodSync(join(folder, 'tmp'), 0o1777);
  const linked = librariesOf(node);
  const glibc = dirname(linked.find((path) => path.includes('libc.so')) ?? '/lib');
  const libraries = new Set([...linked, ...ofGlibc.map((name) => join(glibc, name))]);
  const copies = [[node, '/usr/local/bin/node'], ...[...libraries].map((path) => [path, path])];
  for (const [from = '', to = ''] of copies) {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    copyFileSync(from, join(folder, to));
  }
  for (const [name, text] of Object.entries(system)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}
