import type { PlannedStep } from './workflow.ts';

interface Executed {
  readonly lines: readonly string[];
  readonly seconds: number;
  /** 0: success. */
  readonly code: number;
}

/** What a step prints and how it ends. `echo`, `sleep`, `seq`, `false` and `exit` are understood, other lines are printed. */
export function execute({ uses, run }: PlannedStep): Executed {
  if (uses !== undefined) return { lines: [`Run ${uses}`, 'Done'], seconds: 1, code: 0 };
  const lines: string[] = [];
  let seconds = 1;
  for (const command of run.split('\n').map((line) => line.trim())) {
    const [word = '', ...rest] = command.split(' ');
    const given = rest.join(' ');
    if (word === '') continue;
    if (word === 'echo') lines.push(unquoted(given));
    else if (word === 'sleep') seconds += Number(given);
    else if (word === 'seq') for (let at = 1; at <= Number(given); at += 1) lines.push(String(at));
    else if (word === 'exit' || word === 'false') {
      const code = word === 'false' ? 1 : Number(given);
      if (code !== 0) lines.push(`exit code ${code}`);
      return { lines, seconds, code };
    } else lines.push(`+ ${command}`);
  }
  return { lines, seconds, code: 0 };
}

/** `\e` begins a colour, `\r` returns to the begin of the line. */
const unquoted = (text: string): string =>
  text
    .replace(/^(['"])(.*)\1$/, '$2')
    .replaceAll('\\e', '\u001b')
    .replaceAll('\\r', '\r');
