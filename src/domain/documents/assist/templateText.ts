import { isAlias, isMap, isScalar, isSeq } from 'yaml';
import { codeFence, isObject, oneLine } from '../../../core/text.ts';
import { writeBox, writeRule } from '../text/form.ts';
import { findSections } from '../text/sections.ts';
import { parseYaml } from './yamlDocument.ts';

export interface IssueDraft {
  /** How the template calls itself, and what it says about itself. */
  readonly name?: string;
  readonly about?: string;
  readonly title?: string;
  readonly labels?: readonly string[];
  readonly assignee?: string;
  readonly body: string;
  /** The line, from 1, where the YAML is no form or has an error; undefined if it was read. */
  readonly brokenLine?: number;
}

/** The settings of the templates of a repository: `config.yml` in their folder. */
export interface TemplateSettings {
  readonly allowsBlank: boolean;
  readonly links: readonly { readonly name: string; readonly about: string; readonly url: string }[];
}

export function readTemplate(text: string): IssueDraft {
  const sections = findSections(text);
  if ('code' in sections) return { body: text };
  const { front, body } = sections;
  const above = linesIn(text.slice(0, front.from));
  return { ...headOf(valueIn(text.slice(front.from, front.to), above)), body: text.slice(body.from, body.to) };
}

/** A form in YAML: its questions become headings, and its hints and what it accepts (`AnswerRule`) become comments. */
export function readForm(text: string): IssueDraft {
  const form = valueIn(text, 0);
  const { value } = form;
  const questions = isObject(value) && Array.isArray(value.body) ? value.body.filter(isObject) : [];
  const parts = questions.map(partOf).filter((part) => part !== '');
  const noQuestions = parts.length === 0 && form.brokenLine === undefined ? { brokenLine: lineOfBody(text) } : {};
  return { ...headOf(form), body: parts.join('\n'), ...noQuestions };
}

/** The settings in `config.yml`; those of a file that cannot be read allow everything. */
export function readTemplateSettings(text: string): TemplateSettings {
  const { value } = valueIn(text, 0);
  const settings = isObject(value) ? value : {};
  const links = Array.isArray(settings.contact_links) ? settings.contact_links.filter(isObject) : [];
  return {
    allowsBlank: settings.blank_issues_enabled !== false,
    links: links
      .map(({ name, about, url }) => ({ name: oneLine(textOf(name)), about: oneLine(textOf(about)), url: textOf(url) }))
      .filter(({ name, url }) => name !== '' && /^https?:\/\//i.test(url)),
  };
}

function partOf({ type, id, attributes, validations }: Readonly<Record<string, unknown>>): string {
  const settings = isObject(attributes) ? attributes : {};
  const { description, value, placeholder } = settings;
  if (type === 'markdown') {
    const text = commentText(textOf(value)).trim();
    return text === '' ? '' : `<!--\n${text}\n-->\n`;
  }
  const label = lineText(settings.label) || lineText(id);
  if (label === '') return '';
  const hint = [textOf(description), textOf(placeholder)].filter((one) => one !== '').join('\n');
  const choices = type === 'dropdown' ? optionsOf(settings).map((option) => option.label) : [];
  const rule = writeRule({
    required: isRequired(validations),
    choices: [...new Set(choices)].filter((choice) => choice !== ''),
    many: settings.multiple === true,
  });
  return [
    `### ${label}`,
    '',
    ...(hint === '' ? [] : [`<!-- ${commentText(hint)} -->`]),
    ...(rule === undefined ? [] : [rule]),
    ...answerLines(type, settings, textOf(value)),
    '',
  ].join('\n');
}

function answerLines(type: unknown, settings: Readonly<Record<string, unknown>>, value: string): readonly string[] {
  const { render } = settings;
  const options = optionsOf(settings);
  if (type === 'checkboxes') return [...options.map(({ label, required }) => writeBox(label, required)), ''];
  if (type === 'dropdown') {
    const indexes = Array.isArray(settings.default) ? settings.default : [settings.default];
    const chosen = indexes.flatMap((index) => options[indexOf(index)]?.label ?? []);
    return chosen.length === 0 ? [value] : chosen;
  }
  // The form asks for text of this language, as code.
  if (typeof render === 'string' && /^[\w+#.-]{1,30}$/.test(render)) {
    const fence = codeFence(value);
    return [`${fence}${render}`, value, fence];
  }
  // A heading of the third level would begin the next section.
  return [value.replaceAll(/^ {0,3}### /gm, '#### ')];
}

const indexOf = (value: unknown): number => (/^\d+$/.test(textOf(value)) ? Number(textOf(value)) : -1);

interface FormOption {
  readonly label: string;
  readonly required: boolean;
}

function optionsOf({ options }: Readonly<Record<string, unknown>>): readonly FormOption[] {
  return (Array.isArray(options) ? options : []).map((one: unknown) => ({
    // A choice must not begin a heading, a list, a quote or a code block when it is an answer.
    label: lineText(isObject(one) ? one.label : one).replace(/^(?:#{1,6} |[-+*>] |```|~~~)/, '\\$&'),
    required: isObject(one) && isRequired(one),
  }));
}

const isRequired = (option: unknown): boolean => isObject(option) && option.required === true;

const commentText = (text: string): string => text.replaceAll(/--(!?)>/g, '--$1\\>');

const lineText = (value: unknown): string => oneLine(textOf(value), 200).trim().replaceAll('<!--', '<\\!--');

function headOf({ value: head, brokenLine }: ReadYaml): Omit<IssueDraft, 'body'> {
  if (brokenLine !== undefined) return { brokenLine };
  if (!isObject(head)) return {};
  const labels = namesOf(head.labels);
  const [assignee] = [...namesOf(head.assignees), ...namesOf(head.assignee)];
  const title = textOf(head.title);
  const name = oneLine(textOf(head.name), 200).trim();
  const about = oneLine(textOf(head.about) || textOf(head.description), 200).trim();
  return {
    ...(name === '' ? {} : { name }),
    ...(about === '' ? {} : { about }),
    ...(title === '' ? {} : { title }),
    ...(labels.length === 0 ? {} : { labels }),
    ...(assignee === undefined ? {} : { assignee }),
  };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'boolean' ? String(value) : '';

const namesOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value.map(textOf) : textOf(value).split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');

interface ReadYaml {
  readonly value?: unknown;
  readonly brokenLine?: number;
}

/** Reads YAML that begins below `above` lines. Syntax errors and aliases are refused. */
function valueIn(yaml: string, above: number): ReadYaml {
  const at = (offset: number): ReadYaml => ({ brokenLine: above + linesIn(yaml.slice(0, offset)) + 1 });
  try {
    const document = parseYaml(yaml);
    if ('refused' in document) return at(document.offset);
    const [error] = document.errors;
    return error === undefined ? { value: valueOf(document.contents) } : at(error.pos[0]);
  } catch (error) {
    return at(error instanceof AliasError ? error.offset : 0);
  }
}

const linesIn = (text: string): number => text.split('\n').length - 1;

function lineOfBody(text: string): number {
  return (
    Math.max(
      0,
      text.split('\n').findIndex((line) => /^body\s*:/.test(line)),
    ) + 1
  );
}

class AliasError extends Error {
  readonly offset: number;

  constructor(offset: number) {
    super('aliases are not expanded');
    this.offset = offset;
  }
}

/** The value of a node. A number keeps its written form. Keys that are lists or maps are left out; the last of equal keys is used. */
function valueOf(node: unknown): unknown {
  if (isAlias(node)) throw new AliasError(node.range?.[0] ?? 0);
  if (isScalar(node)) return typeof node.value === 'number' ? node.source : node.value;
  if (isSeq(node)) return node.items.map(valueOf);
  if (!isMap(node)) return undefined;
  return Object.fromEntries(
    node.items.flatMap(({ key, value }) => (isScalar(key) ? [[String(key.value), valueOf(value)]] : [])),
  );
}
