import { isAlias, isMap, isScalar, isSeq } from 'yaml';
import { isObject, oneLine } from '../../../core/text.ts';
import { writeBox, writeRule } from '../text/form.ts';
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

/**
 * A form in YAML: its questions become headings. Its hints become comments, and so does what it accepts: see `AnswerRule`.
 */
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

function partOf({ type, attributes, validations }: Readonly<Record<string, unknown>>): string {
  const asked = isObject(attributes) ? attributes : {};
  const { label, description, value, placeholder } = asked;
  if (type === 'markdown') return `<!--\n${commentText(textOf(value)).trim()}\n-->\n`;
  const hint = [textOf(description), textOf(placeholder)].filter((one) => one !== '').join('\n');
  const rule = writeRule({
    required: isRequired(validations),
    choices: type === 'dropdown' ? optionsOf(asked).map((option) => option.label) : [],
    many: asked.multiple === true,
  });
  return [
    `### ${oneLine(textOf(label), 200)}`,
    '',
    ...(hint === '' ? [] : [`<!-- ${commentText(hint)} -->`]),
    ...(rule === undefined ? [] : [rule]),
    ...answerLines(type, asked, textOf(value)),
    '',
  ].join('\n');
}

/** The lines of the answer that a form suggests, at least one. */
function answerLines(type: unknown, asked: Readonly<Record<string, unknown>>, value: string): readonly string[] {
  const { render } = asked;
  const options = optionsOf(asked);
  if (type === 'checkboxes') return [...options.map(({ label, required }) => writeBox(label, required)), ''];
  if (type === 'dropdown') {
    const { default: first } = asked;
    return [(typeof first === 'number' ? options[first]?.label : undefined) ?? value];
  }
  // The form asks for text of this language, as code.
  if (typeof render === 'string' && /^[\w+#.-]{1,30}$/.test(render)) return [`\`\`\`${render}`, value, '```'];
  return [value];
}

interface FormOption {
  readonly label: string;
  readonly required: boolean;
}

function optionsOf({ options }: Readonly<Record<string, unknown>>): readonly FormOption[] {
  return (Array.isArray(options) ? options : []).map((one: unknown) => ({
    label: oneLine(textOf(isObject(one) ? one.label : one), 200),
    required: isObject(one) && isRequired(one),
  }));
}

const isRequired = (given: unknown): boolean => isObject(given) && given.required === true;

const commentText = (text: string): string => text.replaceAll('-->', '--\\>');

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
