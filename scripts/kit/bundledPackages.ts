import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './paths.ts';

interface Locked {
  readonly version: string;
  /** SPDX. */
  readonly license: string;
  /** Of its tarball: `sha512-` and base64. */
  readonly integrity: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface BundledPackage extends Locked {
  readonly name: string;
}

/** The packages that the program is bundled from, and those that they need, as package-lock.json has them. */
async function bundledPackages(): Promise<readonly BundledPackage[]> {
  const lock = await readFile(join(root, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lock) as { readonly packages: Readonly<Record<string, Locked>> };
  const names = new Set(Object.keys(packages['']?.dependencies ?? {}));
  // It runs the scripts and is not bundled.
  names.delete('node');
  const found: BundledPackage[] = [];
  // The set grows while it is read.
  for (const name of names) {
    const locked = packages[`node_modules/${name}`];
    if (locked === undefined) throw new Error(`package-lock.json has no ${name}.`);
    for (const needed of Object.keys(locked.dependencies ?? {})) names.add(needed);
    found.push({ name, ...locked });
  }
  return found;
}

/** Their licences. */
export async function thirdPartyNotices(): Promise<string> {
  const parts: string[] = [];
  for (const { name, version, license } of await bundledPackages()) {
    const folder = join(root, 'node_modules', name);
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    if (file === undefined) throw new Error(`${name} has no licence text.`);
    const text = await readFile(join(folder, file), 'utf8');
    parts.push(`${name} ${version} (${license})\n\n${text.trim()}\n`);
  }
  return `Sourcehost contains the following libraries.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

/** The same packages as an SBOM of CycloneDX. `npm sbom --omit dev` leaves out those that a development package needs too. */
export async function billOfMaterials(): Promise<object> {
  const componentOf = ({ name, version, license, integrity }: BundledPackage): object => ({
    type: 'library',
    name,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    licenses: [{ expression: license }],
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex') }],
  });
  const own = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Locked & { readonly name: string };
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name: own.name, version: own.version } },
    components: (await bundledPackages()).map(componentOf),
  };
}
