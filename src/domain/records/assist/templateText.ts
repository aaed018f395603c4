import { isAlias, isMap, isScalar, isSeq } from 'yaml';
import { isObject } from '../../../core/text.ts';
import { findSections } from '../text/sections.ts';
import { parseYaml } from '../text/yamlDocument.ts';

/** The initial content of a new issue. */
export interface IssueDraft {
  readonly title?: string;
  readonly labels?: readonly string[];
  readonly assignee?: string;
  readonly body: string;
}

/** A Markdown template, with or without front matter. */
export function readTemplate(text: string): IssueDraft {
  const sections = findSections(text, false);
  if ('code' in sections) return { body: text };
  const { front, body } = sections;
  return { ...headOf(parsed(text.slice(front.from, front.to))), body: text.slice(body.from, body.to) };
}

/** A form in YAML: its questions become headings, its hints become comments. */
export function readForm(text: string): IssueDraft {
  const form = parsed(text);
  const questions = isObject(form) && Array.isArray(form.body) ? form.body.filter(isObject) : [];
  return {
    ...headOf(form),
    body: questions
      .map(partOf)
      .filter((part) => part !== '')
      .join('\n'),
  };
}

function partOf({ type, attributes }: Readonly<Record<string, unknown>>): string {
  const { label, description, value, placeholder, options } = isObject(attributes) ? attributes : {};
  if (type === 'markdown') return `<!--\n${textOf(value).replaceAll('-->', '--\\>').trim()}\n-->\n`;
  const lines = [`### ${textOf(label)}`, ''];
  const hint = [textOf(description), textOf(placeholder)]
    .filter((one) => one !== '')
    .join('\n')
    .replaceAll('-->', '--\\>');
  if (hint !== '') lines.push(`<!-- ${hint} -->`);
  const choices = Array.isArray(options) ? options.map((one: unknown) => textOf(isObject(one) ? one.label : one)) : [];
  if (type === 'checkboxes') lines.push(...choices.map((choice) => `- [ ] ${choice}`));
  else if (choices.length > 0) lines.push(`<!-- ${choices.join(' | ').replaceAll('-->', '--\\>')} -->`);
  lines.push(textOf(value), '');
  return lines.join('\n');
}

function headOf(head: unknown): Omit<IssueDraft, 'body'> {
  if (!isObject(head)) return {};
  const labels = namesOf(head.labels);
  const [assignee] = [...namesOf(head.assignees), ...namesOf(head.assignee)];
  const title = textOf(head.title);
  return {
    ...(title === '' ? {} : { title }),
    ...(labels.length === 0 ? {} : { labels }),
    ...(assignee === undefined ? {} : { assignee }),
  };
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const namesOf = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? value.map(textOf) : textOf(value).split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** The value of YAML; undefined if the YAML is refused or has aliases. */
function parsed(yaml: string): unknown {
  try {
    const document = parseYaml(yaml);
    return 'refused' in document ? undefined : valueOf(document.contents);
  } catch {
    return undefined;
  }
}

/** The value of a node. Keys that are lists or maps are left out; the last of equal keys wins. */
function valueOf(node: unknown): unknown {
  if (isAlias(node)) throw new Error('aliases are not expanded');
  if (isScalar(node)) return node.value;
  if (isSeq(node)) return node.items.map(valueOf);
  if (!isMap(node)) return undefined;
  return Object.fromEntries(
    node.items.flatMap(({ key, value }) => (isScalar(key) ? [[String(key.value), valueOf(value)]] : [])),
  );
}
