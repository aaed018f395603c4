import { delay } from '../../core/async.ts';
import { throwIfCancelled } from '../../core/errors.ts';
import { visible } from '../../core/text.ts';
import type { RunJob } from '../../api/record/run.ts';
import type { StepLog } from './logArchive.ts';
import { stateOf } from './runState.ts';
import { terminalLine, type StyledPart } from './terminalText.ts';

/** A step in the text of a log. Lines count from 0; `line` is its heading, `end` its last line. */
export interface LogSection {
  readonly sequence: number | undefined;
  readonly name: string;
  readonly status: string | undefined;
  readonly line: number;
  readonly end: number;
}

export interface LogText {
  readonly lines: readonly string[];
  readonly sections: readonly LogSection[];
  /** The time of a line, `17:24:10.685`, by its number. */
  readonly times: ReadonlyMap<number, string>;
  readonly styles: ReadonlyMap<number, readonly StyledPart[]>;
  /** The first failed step. */
  readonly failed: LogSection | undefined;
}

const prefix = /^\[\d{4}\/\d\d\/\d\d (\d\d:\d\d:\d\d(?:\.\d{1,3})?) GMT[+-]\d\d:\d\d\] ?/;
const level = /^\[[A-Z]{1,10}\] /;
/** Milliseconds of work before other work gets a turn. */
const turn = 15;
const mostStyled = 50_000;
/** Characters. The rest of a longer line is another one. */
const longestLine = 1_000_000;

/** The words in place of the beginning of a step. */
export type LeftOut = (bytes: number) => string;

/** The log of a job as one text: a heading for each step, and its lines without their times. */
export async function writeLog(
  job: RunJob | undefined,
  logs: readonly StepLog[],
  leftOut: LeftOut,
  signal?: AbortSignal,
): Promise<LogText> {
  const lines: string[] = [];
  const times = new Map<number, string>();
  const styles = new Map<number, readonly StyledPart[]>();
  const sections: LogSection[] = [];
  let started = performance.now();
  for (const { sequence, name, parts, omitted } of logs) {
    const step = job?.steps.find((one) => one.sequence === sequence && sequence !== undefined);
    const status = step?.status;
    const heading = lines.length;
    const shown = visible(step?.name ?? name);
    lines.push(
      `▸ ${[sequence, shown].filter((one) => one !== undefined).join(' ')}${status === undefined ? '' : ` · ${visible(status)}`}`,
    );
    if (omitted > 0) lines.push(leftOut(omitted));
    for (const line of linesOf(parts)) {
      if (performance.now() - started > turn) {
        await delay(0);
        throwIfCancelled(signal);
        started = performance.now();
      }
      const [whole, time] = prefix.exec(line) ?? ['', undefined];
      const [label = ''] = level.exec(line.slice(whole.length)) ?? [];
      const { text, parts: styled } = terminalLine(line.slice(whole.length + label.length));
      if (time !== undefined) times.set(lines.length, time);
      if (styled.length > 0 && styles.size < mostStyled)
        styles.set(
          lines.length,
          styled.map((part) => moved(part, label.length)),
        );
      lines.push(label + text);
    }
    sections.push({ sequence, name: shown, status, line: heading, end: lines.length - 1 });
  }
  return {
    lines,
    sections,
    times,
    styles,
    failed: sections.find(({ status }) => stateOf(status) === 'failed'),
  };
}

const moved = ({ start, end, style }: StyledPart, by: number): StyledPart => ({
  start: start + by,
  end: end + by,
  style,
});

function* ended(parts: Iterable<string>): Generator<string, void, void> {
  yield* parts;
  yield '\n';
}

/** The lines of a text in parts, without the empty ones at its end. */
function* linesOf(parts: Iterable<string>): Generator<string, void, void> {
  let [rest, empty] = ['', 0];
  for (const part of ended(parts)) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    // A text without line breaks would be copied with each part.
    if (rest.length > longestLine) {
      lines.push(rest);
      rest = '';
    }
    for (const line of lines) {
      if (line.trim() === '') {
        empty += 1;
        continue;
      }
      for (; empty > 0; empty -= 1) yield '';
      yield line;
    }
  }
}

/** The last `count` lines of a section, without its heading. */
export function lastLines({ lines }: LogText, { line, end }: LogSection, count: number): readonly string[] {
  return lines.slice(Math.max(line + 1, end + 1 - count), end + 1);
}

/** Characters that are encoded at once. */
const encoded = 500_000;

/** The text as UTF-8, each line with a line feed. Other work gets turns. */
export async function encodeLog({ lines }: LogText): Promise<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let [from, size] = [0, 0];
  for (const [index, line] of lines.entries()) {
    size += line.length + 1;
    if (size < encoded && index < lines.length - 1) continue;
    parts.push(encoder.encode(`${lines.slice(from, index + 1).join('\n')}\n`));
    [from, size] = [index + 1, 0];
    await delay(0);
  }
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const [index, part] of parts.entries()) {
    if (index % 20 === 19) await delay(0);
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
