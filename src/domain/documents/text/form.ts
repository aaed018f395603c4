import type { LocatedText, Problem, Span } from './problem.ts';

/** What a section of a form accepts. It stands in a comment below the heading: `<!-- required, one of: Web | App -->`. */
export interface AnswerRule {
  readonly required: boolean;
  /** The accepted answers, one in each line; empty: any text. */
  readonly choices: readonly string[];
  readonly many: boolean;
}

/** A section of the text of a new issue that an issue form asks for. */
export interface FormSection {
  readonly label: string;
  readonly heading: Span;
  readonly rule: AnswerRule;
  /** The lines of the answer that are not empty, without the dash of a list. */
  readonly answers: readonly LocatedText[];
  /** The lines `- [ ] … <!-- required -->` that are not ticked. */
  readonly unticked: readonly LocatedText[];
  readonly start: number;
  readonly whole: Span;
}

const required = 'required';
const box = /^\s*[-*] \[([ xX])\] (.*)$/;
const longest = 200_000;

/** Undefined if the rule accepts everything. */
export function writeRule({ required: isRequired, choices, many }: AnswerRule): string | undefined {
  const escaped = choices.map((choice) => choice.replaceAll('|', '\\|').replaceAll('-->', '--\\>'));
  const accepted = choices.length === 0 ? [] : [`${many ? 'any' : 'one'} of: ${escaped.join(' | ')}`];
  const parts = [...(isRequired ? [required] : []), ...accepted];
  return parts.length === 0 ? undefined : `<!-- ${parts.join(', ')} -->`;
}

export function writeBox(label: string, isRequired: boolean): string {
  return `- [ ] ${label}${isRequired ? ` <!-- ${required} -->` : ''}`;
}

/** The sections of `body` that have a rule or a required check box. */
export function formSections(text: string, body: Span): readonly FormSection[] {
  if (body.to - body.from > longest) return [];
  const lines = linesIn(text, body);
  const headings = lines.flatMap(({ isHeading }, index) => (isHeading ? [index] : []));
  return headings.flatMap((first, index) => {
    const heading = lines[first];
    const label = headingOf(heading);
    if (heading === undefined || label === undefined) return [];
    const upTo = (next = lines.length): FormSection | undefined =>
      sectionOf(label, heading.at, lines.slice(first + 1, next), lines[next]?.at.from ?? body.to);
    const section = upTo(headings[index + 1]);
    if (section === undefined || !section.rule.required || section.rule.choices.length > 0) return section ?? [];
    // An answer of text can have headings of its own, above the level of the questions.
    let next = index + 1;
    while (next < headings.length && headingOf(lines[headings[next] ?? 0]) === undefined) next += 1;
    return upTo(headings[next]) ?? [];
  });
}

export function formProblems(text: string, body: Span): Problem[] {
  return formSections(text, body).flatMap(({ label, heading, rule, answers, unticked }): Problem[] => {
    const { choices: allowed, many } = rule;
    const wrong = allowed.length === 0 ? [] : answers.filter((answer) => !allowed.includes(answer.text));
    const tooMany = many || allowed.length === 0 || wrong.length > 0 ? [] : answers.slice(1);
    return [
      ...(rule.required && answers.length === 0
        ? [{ code: 'unanswered', at: heading, key: label, allowed } as const]
        : []),
      ...wrong.map(
        (answer) => ({ code: 'badAnswer', at: answer.at, key: label, value: answer.text, allowed }) as const,
      ),
      ...tooMany.map(({ at }) => ({ code: 'oneAnswer', at, key: label }) as const),
      ...unticked.map((box) => ({ code: 'unticked', at: box.at, key: label, value: box.text }) as const),
    ];
  });
}

interface Line {
  readonly at: Span;
  readonly plain: string;
  readonly comments: readonly string[];
  readonly isHeading: boolean;
  readonly isFence: boolean;
}

/** The lines of `body`, read from the first to the last: comments and code blocks can have several lines. */
function linesIn(text: string, body: Span): Line[] {
  const lines: Line[] = [];
  let comment: string | undefined;
  let fence: string | undefined;
  for (let from = body.from; from < body.to;) {
    const end = text.indexOf('\n', from);
    const next = end < 0 || end >= body.to ? body.to : end + 1;
    const whole = text.slice(from, next).replace(/\r?\n$/, '');
    const comments: string[] = [];
    let plain = '';
    for (let rest: string | undefined = whole; rest !== undefined && rest !== '';) {
      if (comment !== undefined) {
        const close: number = rest.indexOf('-->');
        comment += close < 0 ? `${rest}\n` : rest.slice(0, close);
        if (close >= 0) comments.push(comment);
        if (close >= 0) comment = undefined;
        rest = close < 0 ? undefined : rest.slice(close + 3);
      } else {
        const open: number = fence === undefined ? rest.indexOf('<!--') : -1;
        plain += open < 0 ? rest : rest.slice(0, open);
        if (open >= 0) comment = '';
        rest = open < 0 ? undefined : rest.slice(open + 4);
      }
    }
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(plain)?.[1];
    const isFence = mark !== undefined && (fence === undefined || mark.startsWith(fence));
    const isHeading = fence === undefined && !isFence && /^#{1,3} /.test(plain);
    if (isFence) fence = fence === undefined ? mark : undefined;
    lines.push({ at: { from, to: from + whole.length }, plain, comments, isHeading, isFence });
    from = next;
  }
  return lines;
}

const headingOf = (line: Line | undefined): string | undefined =>
  line?.isHeading === true ? /^### (.+)$/.exec(line.plain.trimEnd())?.[1] : undefined;

function sectionOf(label: string, heading: Span, lines: readonly Line[], to: number): FormSection | undefined {
  const boxes = lines.flatMap((line): (LocatedText & { readonly ticked: boolean })[] => {
    const [, mark, text] = box.exec(line.plain) ?? [];
    const isRequired = line.comments.some((comment) => comment.trim() === required);
    return text === undefined || !isRequired ? [] : [{ text: text.trim(), at: line.at, ticked: mark !== ' ' }];
  });
  const ruled = lines.findIndex(
    (line) => !box.test(line.plain) && line.comments.some((one) => ruleOf(one) !== undefined),
  );
  const rule = lines[ruled]?.comments.map(ruleOf).find((one) => one !== undefined);
  if (rule === undefined && boxes.length === 0) return undefined;
  const answers = rule === undefined ? [] : lines.flatMap(answerOf);
  return {
    label,
    heading,
    rule: rule ?? { required: false, choices: [], many: false },
    answers,
    unticked: boxes.filter(({ ticked }) => !ticked),
    start: lines[ruled + 1]?.at.from ?? to,
    whole: { from: heading.from, to },
  };
}

function answerOf({ plain, at, isFence }: Line): LocatedText[] {
  const text = plain.replace(/^\s*[-*] (?=\S)/, '').trim();
  if (text === '' || isFence || box.exec(plain)?.[1] === ' ') return [];
  const from = at.from + Math.max(0, plain.indexOf(text));
  return [{ text, at: { from, to: Math.min(at.to, from + text.length) } }];
}

function ruleOf(comment: string): AnswerRule | undefined {
  const text = comment.trim();
  if (text === required) return { required: true, choices: [], many: false };
  const [, isRequired, kind, listed = ''] = /^(required, )?(one|any) of: (.+)$/.exec(text) ?? [];
  if (kind === undefined) return undefined;
  const choices = listed.split(/ \| /).map((choice) => choice.replaceAll('\\|', '|').replaceAll('--\\>', '-->').trim());
  return { required: isRequired !== undefined, choices: choices.filter((one) => one !== ''), many: kind === 'any' };
}
