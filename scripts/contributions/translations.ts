import { getL10nJson } from '@vscode/l10n-dev';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failureTexts } from '../../src/core/failureReason.ts';
import { requirementTexts } from '../../src/core/requirement.ts';
import { root } from '../kit/paths.ts';
import type { Manifest, Texts } from './manifest.ts';

interface TextFindings {
  /** Texts that are unused, undeclared, or differ in their placeholders. */
  readonly problems: readonly string[];
  /** Texts without Chinese, which users read in English. */
  readonly untranslated: readonly string[];
}

/** The texts of package.json. */
export function manifestTexts({ text, english, chinese }: Manifest): TextFindings {
  const used = Object.fromEntries([...text.matchAll(/"%([^%"]+)%"/g)].map(([, key = '']) => [key, '']));
  const [declared, translated] = ['package.nls.json', 'package.nls.zh-cn.json'];
  return {
    problems: [
      ...absent(declared, used, english),
      ...unused(declared, used, english),
      ...unused(translated, used, chinese),
      ...Object.keys(english).flatMap((key) => placeholderProblem(key, english[key], chinese[key])),
    ],
    untranslated: absent(translated, used, chinese),
  };
}

/** The texts of `l10n.t` in the sources. */
export async function sourceTexts(sources: readonly string[]): Promise<TextFindings> {
  const bundle = 'l10n/bundle.l10n.zh-cn.json';
  const chinese = JSON.parse(await readFile(join(root, bundle), 'utf8')) as Texts;
  // One text with one import of l10n: for each file the parser would build its queries anew, in 20 s altogether.
  const calls = sources.map((source) => source.replaceAll(/^import (?:type )?\{[^}]*\} from 'vscode';$/gm, ''));
  const contents = ["import { l10n } from 'vscode';", ...calls].join('\n');
  const english = await getL10nJson([{ extension: '.ts', contents }]);
  const messages = {
    ...Object.fromEntries(
      Object.entries(english).map(([key, value]) => [key, typeof value === 'string' ? value : value.message]),
    ),
    // `l10n.t` gets these by their code.
    ...Object.fromEntries(
      [...Object.values(failureTexts), ...Object.values(requirementTexts)].map((text) => [text, text]),
    ),
  };
  return {
    problems: [
      ...unused(bundle, messages, chinese),
      ...Object.entries(messages).flatMap(([key, message]) => placeholderProblem(key, message, chinese[key])),
    ],
    untranslated: absent(bundle, messages, chinese),
  };
}

const absent = (file: string, used: Texts, present: Texts): string[] =>
  Object.keys(used)
    .filter((key) => !(key in present))
    .map((key) => `${file} lacks "${key}".`);

const unused = (file: string, used: Texts, present: Texts): string[] =>
  Object.keys(present)
    .filter((key) => !(key in used))
    .map((key) => `${file} has "${key}", which nothing uses.`);

/** Placeholders, linked commands and linked settings must be the same in both languages. */
function placeholderProblem(key: string, english: string | undefined, chinese: string | undefined): string[] {
  if (english === undefined || chinese === undefined) return [];
  const placeholders = (text: string): string =>
    [...new Set(text.match(/\{\w+\}|\(command:[^)]+\)|#[\w.]+#/g))].sort().join(' ');
  return placeholders(english) === placeholders(chinese) ? [] : [`The Chinese of "${key}" has other placeholders.`];
}
