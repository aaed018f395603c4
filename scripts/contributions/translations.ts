import { getL10nJson } from '@vscode/l10n-dev';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../kit/paths.ts';
import type { Manifest, Texts } from './manifest.ts';

/** Texts of the manifest that are missing, unused, or differ in their placeholders. */
export function manifestTextProblems({ text, english, chinese }: Manifest): string[] {
  const used = Object.fromEntries([...text.matchAll(/"%([^%"]+)%"/g)].map(([, key = '']) => [key, '']));
  return [
    ...difference('package.nls.json', used, english),
    ...difference('package.nls.zh-cn.json', used, chinese),
    ...Object.keys(english).flatMap((key) => placeholderProblem(key, english[key], chinese[key])),
  ];
}

/** Texts of `l10n.t` in the sources without Chinese, and Chinese texts without a source. */
export async function sourceTextProblems(sources: readonly string[]): Promise<string[]> {
  const bundle = 'l10n/bundle.l10n.zh-cn.json';
  const chinese = JSON.parse(await readFile(join(root, bundle), 'utf8')) as Texts;
  const english = await getL10nJson(sources.map((contents) => ({ extension: '.ts', contents })));
  const messages = Object.fromEntries(
    Object.entries(english).map(([key, value]) => [key, typeof value === 'string' ? value : value.message]),
  );
  return [
    ...difference(bundle, messages, chinese),
    ...Object.entries(messages).flatMap(([key, message]) => placeholderProblem(key, message, chinese[key])),
  ];
}

function difference(file: string, used: Texts, present: Texts): string[] {
  return [
    ...Object.keys(used)
      .filter((key) => !(key in present))
      .map((key) => `${file} lacks "${key}".`),
    ...Object.keys(present)
      .filter((key) => !(key in used))
      .map((key) => `${file} has "${key}", which nothing uses.`),
  ];
}

/** Placeholders, linked commands and linked settings must be the same in both languages. */
function placeholderProblem(key: string, english: string | undefined, chinese: string | undefined): string[] {
  if (english === undefined || chinese === undefined) return [];
  const placeholders = (text: string): string =>
    [...new Set(text.match(/\{\w+\}|\(command:[^)]+\)|#[\w.]+#/g))].sort().join(' ');
  return placeholders(english) === placeholders(chinese) ? [] : [`The Chinese of "${key}" has other placeholders.`];
}
