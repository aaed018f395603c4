import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../../scripts/kit/paths.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const texts = (path: string): Record<string, string> => JSON.parse(read(path)) as Record<string, string>;

/** Pages with a Chinese version. */
const pages = ['README.md', ...globSync('docs/**/*.zh-CN.md', { cwd: root }).map((path) => path.replace('.zh-CN', ''))];
const inChinese = (path: string): string => path.replace(/\.md$/, '.zh-CN.md');

/** Commands of the editor itself, as its Chinese language pack has them. */
const ofTheEditor: Readonly<Record<string, string>> = {
  'Grant access to Sourcehost…': '授予对 Sourcehost 的访问权限…',
  'Manage Extension Account Preferences…': '管理扩展帐户首选项…',
  'MCP: List Servers': 'MCP: 列出服务器',
};

/** The Chinese texts of a text on screen; the text itself if it has none. */
const translations = ((): ((text: string) => readonly string[]) => {
  const [english, chinese] = [texts('package.nls.json'), texts('package.nls.zh-cn.json')];
  const known = new Map(
    Object.entries({ ...texts('l10n/bundle.l10n.zh-cn.json'), ...ofTheEditor }).map(([text, one]) => [text, [one]]),
  );
  for (const [key, text] of Object.entries(english))
    known.set(text, [...(known.get(text) ?? []), chinese[key] ?? text]);
  return (text) => {
    const [, prefix = '', title = ''] = /^(Sourcehost: )?([^]*)$/.exec(text) ?? [];
    const found = (known.get(title) ?? []).map((one) => prefix + one);
    // A word in small letters can be a value, which is not translated.
    return found.length === 0 || /^[a-z]/.test(text) ? [...found, text] : found;
  };
})();

interface Section {
  readonly heading: string;
  readonly text: string;
}

const sectionsOf = (page: string): readonly Section[] =>
  page.split(/^(?=#+ )/m).map((text) => ({ heading: /^#*/.exec(text)?.[0] ?? '', text }));

const fencesOf = (text: string): readonly string[] => [...text.matchAll(/^```.*?^```/gms)].map(([fence]) => fence);
const withoutFences = (text: string): string => text.replaceAll(/^```.*?^```/gms, '');
const codeOf = (text: string): readonly string[] =>
  [...withoutFences(text).matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);
const linksOf = (text: string): readonly string[] =>
  [...withoutFences(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link.replace(/#.*/, ''));
const linesOf = (text: string, start: string): number =>
  withoutFences(text)
    .split('\n')
    .filter((line) => line.startsWith(start)).length;
const numbersOf = (text: string): readonly string[] =>
  withoutFences(text)
    .replaceAll(/`[^`]*`|\]\([^)]*\)/g, '')
    .match(/\d+(?:[.,]\d+)*/g) ?? [];

const unique = (values: readonly string[]): readonly string[] => [...new Set(values)].sort();

for (const path of pages) {
  describe(`${inChinese(path)} and ${path}`, () => {
    const name = path.slice(dirname(path).length > 1 ? dirname(path).length + 1 : 0);
    const switches = {
      english: `English | [简体中文](${inChinese(name)})`,
      chinese: `[English](${name}) | 简体中文`,
    };
    const [english, chinese] = [path, inChinese(path)].map((file) => {
      const page = read(file);
      return page.replace(`\n${file === path ? switches.english : switches.chinese}\n`, '');
    });
    const pairs = sectionsOf(english ?? '').map((one, index): readonly [Section, Section] => [
      one,
      sectionsOf(chinese ?? '')[index] ?? { heading: '', text: '' },
    ]);
    const compare = (of: (text: string) => unknown, ofChinese = of): void => {
      for (const [one, other] of pairs) assert.deepEqual(ofChinese(other.text), of(one.text), other.text.slice(0, 60));
    };

    it('link to each other below the title', () => {
      assert.equal(read(path).split('\n')[2], switches.english);
      assert.equal(read(inChinese(path)).split('\n')[2], switches.chinese);
    });

    it('have the same sections, lists and tables', () => {
      assert.deepEqual(
        sectionsOf(chinese ?? '').map(({ heading }) => heading),
        pairs.map(([{ heading }]) => heading),
      );
      for (const start of ['- ', '|', '!', '1. ']) compare((text) => linesOf(text, start));
    });

    it('name the same commands, settings, variables and other texts in code', () => {
      for (const [one, other] of pairs) {
        const [expected, found] = [unique(codeOf(one.text)), unique(codeOf(other.text))];
        const missing = expected.filter((code) => !translations(code).some((text) => found.includes(text)));
        const unknown = found.filter((code) => !expected.some((text) => translations(text).includes(code)));
        assert.deepEqual({ missing, unknown }, { missing: [], unknown: [] }, other.text.slice(0, 60));
      }
    });

    it('have the same examples', () => compare(fencesOf));

    it('link to the same pages and pictures, in Chinese where there is such a page', () => {
      const page = (link: string): string =>
        existsSync(join(root, dirname(path), inChinese(link))) ? inChinese(link) : link;
      compare(
        (text) => unique(linksOf(text).map((link) => (link.endsWith('.md') ? page(link) : link))),
        (text) => unique(linksOf(text)),
      );
    });

    it('have the same numbers', () => compare((text) => unique(numbersOf(text))));
  });
}

describe('The table of settings in docs/guide/settings.md', () => {
  it('has every setting of the extension', () => {
    const { contributes } = JSON.parse(read('package.json')) as {
      contributes: { configuration: { properties: object } };
    };
    const rows = [...read('docs/guide/settings.md').matchAll(/^\| `(sourcehost\.[\w.]+)` \|/gm)].map(
      ([, setting = '']) => setting,
    );
    assert.deepEqual(unique(rows), Object.keys(contributes.configuration.properties).sort());
    assert.equal(rows.length, unique(rows).length);
  });
});
