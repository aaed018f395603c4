import { isAlias, isMap, isScalar, isSeq, type ParsedNode, type Scalar } from 'yaml';
import { hiddenInText } from '../../../core/hidden.ts';
import type { Problem, Span } from './problem.ts';
import { parseYaml } from './yamlDocument.ts';

/** One scalar of the front matter: its text as written, and its position. */
export interface YamlScalar {
  readonly text: string;
  readonly at: Span;
}

export interface YamlEntry {
  readonly key: YamlScalar;
  /** The position of the value; an empty span if the value is missing. */
  readonly at: Span;
  readonly scalars: readonly YamlScalar[];
  readonly isList: boolean;
}

export interface FrontMatter {
  readonly entries: readonly YamlEntry[];
  readonly problems: readonly Problem[];
}

const nothing = new Set(['', '~', 'null', 'Null', 'NULL']);

/** Reads YAML that begins at `offset`: only plain keys with a scalar or a list of scalars. Nothing is expanded. */
export function readYaml(yaml: string, offset: number): FrontMatter {
  const whole = { from: offset, to: offset + yaml.length };
  const entries: YamlEntry[] = [];
  const problems: Problem[] = [];
  const spanOf = (range: readonly number[] | null | undefined): Span => ({
    from: offset + (range?.[0] ?? 0),
    to: offset + (range?.[1] ?? 0),
  });
  try {
    const document = parseYaml(yaml);
    if ('refused' in document) {
      const code = document.refused === 'tooLong' ? 'tooLong' : 'unsupported';
      return { entries, problems: [{ code, at: atLeastOne(spanOf([document.offset, yaml.length]), whole) }] };
    }
    for (const { pos, message } of [...document.errors, ...document.warnings]) {
      problems.push({ code: 'yaml', at: atLeastOne(spanOf(pos), whole), detail: message });
    }
    const root = document.contents;
    if (root !== null && !isMap(root)) {
      if (problems.length === 0) problems.push({ code: 'notFields', at: spanOf(root.range) });
      return { entries, problems };
    }
    const seen = new Set<string>();
    for (const { key, value } of root?.items ?? []) {
      const name = scalarOf(key, spanOf);
      if (name === undefined) problems.push({ code: 'unsupported', at: spanOf(key.range) });
      else if (seen.has(name.text)) problems.push({ code: 'duplicateKey', at: name.at, key: name.text });
      else entries.push(readEntry(name, value, yaml, offset, spanOf, problems));
      if (name !== undefined) seen.add(name.text);
    }
  } catch (error) {
    problems.push({ code: 'yaml', at: whole, detail: error instanceof Error ? error.message : '' });
  }
  // After a syntax error, unsupported nodes are only a consequence of it.
  const broken = problems.some(({ code }) => code === 'yaml') && problems.some(({ code }) => code === 'unsupported');
  return { entries, problems: broken ? problems.filter(({ code }) => code !== 'unsupported') : problems };
}

type SpanOf = (range: readonly number[] | null | undefined) => Span;

function readEntry(
  key: YamlScalar,
  value: ParsedNode | null,
  yaml: string,
  offset: number,
  spanOf: SpanOf,
  problems: Problem[],
): YamlEntry {
  if (isSeq(value)) {
    const words = value.items.flatMap((item) => {
      const word = scalarOf(item, spanOf);
      if (word === undefined) problems.push({ code: 'unsupported', at: spanOf(item.range), key: key.text });
      return word === undefined || word.text === '' ? [] : [word];
    });
    if (value.anchor !== undefined || value.tag !== undefined)
      problems.push({ code: 'unsupported', at: spanOf(value.range), key: key.text });
    return { key, at: spanOf(value.range), scalars: words, isList: true };
  }
  const word = value === null ? undefined : scalarOf(value, spanOf);
  if (value !== null && word === undefined)
    problems.push({ code: 'unsupported', at: spanOf(value.range), key: key.text });
  if (word !== undefined && word.text !== '') return { key, at: word.at, scalars: [word], isList: false };
  // The value is missing: the position after the colon.
  const line = /^[^\r\n]*/.exec(yaml.slice(key.at.to - offset))?.[0] ?? '';
  const behind = key.at.to + (/^[ \t]*:[ \t]?/.exec(line)?.[0].length ?? 0);
  return {
    key,
    at: word !== undefined && word.at.to > word.at.from ? word.at : { from: behind, to: behind },
    scalars: [],
    isList: false,
  };
}

/** The text of a scalar as written, regardless of its YAML type. Undefined for other nodes. */
function scalarOf(node: ParsedNode, spanOf: SpanOf): YamlScalar | undefined {
  if (isAlias(node) || !isScalar(node)) return undefined;
  const scalar: Scalar.Parsed = node;
  if (scalar.anchor !== undefined || scalar.tag !== undefined) return undefined;
  const at = spanOf(scalar.range);
  if (scalar.type !== 'PLAIN') return { text: typeof scalar.value === 'string' ? scalar.value : '', at };
  const written = scalar.source;
  return { text: nothing.has(written) ? '' : written, at };
}

const atLeastOne = ({ from, to }: Span, whole: Span): Span => {
  const start = Math.min(from, Math.max(whole.from, whole.to - 1));
  return { from: start, to: Math.max(start + (whole.to > start ? 1 : 0), Math.min(to, whole.to)) };
};

/** Characters that YAML does not allow or would change, besides the hidden ones. */
const notInYaml = /[\t\n\r\ufffe\uffff]/g;

const isAwkward = (text: string): boolean => text.search(notInYaml) >= 0 || text.search(hiddenInText) >= 0;

/** `text` as a YAML scalar on one line that reads as exactly this text: plain if possible, otherwise quoted. */
export function writeScalar(text: string): string {
  return isPlain(text) ? text : quoted(text);
}

function isPlain(text: string): boolean {
  if (text === '' || text.length > 1_000 || isAwkward(text) || !text.isWellFormed() || nothing.has(text)) return false;
  const { entries, problems } = readYaml(`k: ${text}\nl: x`, 0);
  const [entry, ...others] = entries;
  const [word] = entry?.scalars ?? [];
  return (
    problems.length === 0 &&
    others.length === 1 &&
    entry?.isList === false &&
    word?.text === text &&
    word.at.from === 3 &&
    word.at.to === 3 + text.length
  );
}

function quoted(text: string): string {
  return JSON.stringify(text).replaceAll(notInYaml, escaped).replaceAll(hiddenInText, escaped);
}

/** As two units for a character outside of the first plane, as in JSON. */
const escaped = (character: string): string =>
  character.replaceAll(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
