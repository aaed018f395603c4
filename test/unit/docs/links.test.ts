import assert from 'node:assert/strict';
import { existsSync, globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../../../scripts/kit/paths.ts';

/** The fragment that links to a heading. */
const anchor = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');

/** The text of a page without code examples. */
const read = async (path: string): Promise<string> =>
  (await readFile(join(root, path), 'utf8')).replaceAll(/^```.*?^```/gms, '');

const anchorsOf = async (path: string): Promise<readonly string[]> =>
  [...(await read(path)).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchor(heading));

/** The targets inside the project of the links and pictures of a page. */
const linksOf = async (path: string): Promise<readonly string[]> =>
  [...(await read(path)).matchAll(/\]\(<?([^)>\s]+)>?(?: "[^"]*")?\)| src(?:set)?="([^"]+)"/g)]
    .map(([, link, picture = '']) => link ?? picture)
    .filter((link) => !/^[a-z]+:/i.test(link));

async function deadLinks(page: string): Promise<string[]> {
  const dead: string[] = [];
  for (const link of await linksOf(page)) {
    const [path = '', fragment] = link.split('#');
    const target = path === '' ? page : join(dirname(page), path);
    const isThere = existsSync(join(root, target));
    const leads = isThere && (fragment === undefined || (await anchorsOf(target)).includes(fragment));
    if (!leads) dead.push(`${page}: ${link}`);
  }
  return dead;
}

/** Folders of the project and of `src`, with which a path in a text begins. */
const folders = /^(?:api|core|docs|domain|editor|git|kit|mcp|net|scripts|src|test|tools|webview)\//;
/** Where a path in a text begins. */
const bases = ['', 'src', 'src/editor'];
/** What is only on the computer of a developer. */
const ignored = ['test/recorded'];

/** The paths of a page that do not exist: in backticks, without placeholders. */
const missingPaths = async (page: string): Promise<string[]> =>
  [...(await read(page)).matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)]
    .map(([, path = '']) => path)
    .filter((path) => folders.test(path) && !ignored.includes(path))
    .filter((path) => !bases.some((base) => existsSync(join(root, base, path))))
    .map((path) => `${page}: ${path}`);

describe('pages of the documentation', () => {
  it('name files and folders that exist', async () => {
    const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
    assert.deepEqual((await Promise.all(pages.map(missingPaths))).flat(), []);
  });

  it('link to files and headings that exist', async () => {
    const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root });
    assert.ok((await linksOf('README.md')).length > 5);
    assert.deepEqual((await Promise.all(pages.map(deadLinks))).flat(), []);
  });

  it('are all reachable from README.md', async () => {
    const found = new Set(['README.md']);
    for (const page of found) {
      for (const link of await linksOf(page)) {
        const target = join(dirname(page), link.split('#')[0] ?? '');
        if (target.endsWith('.md') && existsSync(join(root, target))) found.add(target);
      }
    }
    assert.deepEqual(
      globSync('docs/**/*.md', { cwd: root }).filter((page) => !found.has(page)),
      [],
    );
  });
});
