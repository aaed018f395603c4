import { withoutEnd } from '../../core/text.ts';
import type { Discussion } from './conversation.ts';

/** A hint, not a proof: each community names its robots as it likes. */
const robotLogin = /robot|(?<![a-z])(?:bot|ci)(?![a-z])/i;

/** `<div>流水线 <a …>NAME#NUMBER</a> [ commitID：8 hex ] STATE`, at the beginning: people quote it. */
const pipelineNote =
  /^\s*(?:<div\b[^>]{0,300}>\s*)?流水线\s*<a\b[^>]{0,500}>([^<#]{1,200})#(\d{1,12})<\/a>\s*\[\s*commitID\s*[:：]\s*([\da-f]{7,40})\s*\]\s*([^\s<]{0,40})/i;

/** What a note says about a pipeline. A hint: anybody can write one. */
export interface PipelineNote {
  /** Of the comment. */
  readonly id: string | undefined;
  readonly name: string;
  readonly number: string;
  /** The beginning of the sha of the commit. */
  readonly sha: string;
  /** In the words of the robot. */
  readonly state: string;
  readonly login: string | undefined;
  readonly time: string | undefined;
}

/** The newest first. Robots rewrite their notes. */
export function pipelineNotes(discussions: readonly Discussion[]): readonly PipelineNote[] {
  const notes = discussions.flatMap(({ id, body, user, created_at, updated_at }): PipelineNote[] => {
    const [, name, number = '', sha = '', state = ''] = pipelineNote.exec(body) ?? [];
    const time = updated_at ?? created_at;
    return name === undefined ? [] : [{ id, name: name.trim(), number, sha, state, login: user?.login, time }];
  });
  // A note without a time counts as the oldest.
  const timeOf = ({ time = '' }: PipelineNote): number => Date.parse(time) || 0;
  return notes.toReversed().toSorted((one, other) => timeOf(other) - timeOf(one));
}

const heading = /^#{1,4}[ \t]+(\S.*)$/m;
const longestName = 200;

/** What a robot reports, and rewrites or repeats. */
export interface RobotReport {
  /** The name of the pipeline, or the first heading. The newest report of a name counts. */
  readonly name: string;
  /** Words for one line: `PR-pipeline_engine#1706 已完成`. */
  readonly summary: string;
  /** Of a pipeline, in the words of the robot. */
  readonly state: string | undefined;
}

/** Whether a robot wrote the root of a discussion: by its login, or because it has the form of a report of a pipeline. */
export const isByRobot = ({ user, body }: Pick<Discussion, 'user' | 'body'>): boolean =>
  robotLogin.test(user?.login ?? '') || pipelineNote.test(body);

export function reportOf(body: string): RobotReport | undefined {
  const [, told, number = '', , state = ''] = pipelineNote.exec(body) ?? [];
  if (told !== undefined) {
    const name = told.trim();
    return { name, summary: `${name}#${number} ${state}`.trim(), state };
  }
  const [, title] = heading.exec(body) ?? [];
  if (title === undefined) return undefined;
  const name = withoutEnd(title.slice(0, longestName), '# \t\r');
  return { name, summary: name, state: undefined };
}

/** Words that begin a command of its own without a slash. */
const bareCommand = /^(?:compile|retry|retest|stop|rebuild)\b/;
const inCode = /`(\/?[a-z][\w-]*(?: [^`\n]{0,60})?)`/g;

/** The commands that notes of robots in this conversation list, such as `/lgtm`, `compile` or `retry <name>`. */
export function robotCommands(discussions: readonly Discussion[]): readonly string[] {
  const found = discussions
    .filter(isByRobot)
    .flatMap(({ body }) => [
      ...listItems(body).map(commandIn),
      ...[...body.matchAll(inCode)].map(([, code = '']) => code.trim()),
    ]);
  return [...new Set(found.filter((one) => /^\/[a-z][\w-]*/.test(one) || bareCommand.test(one)))];
}

const longestItem = 600;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' };

/** The markup of the items of lists in HTML. */
const listItems = (body: string): readonly string[] =>
  body
    .split(/<li\b/i)
    .slice(1)
    .map((item) => item.slice(item.indexOf('>') + 1, longestItem).split(/<\/li>/i, 1)[0] ?? '');

/** The words of an item before `:`. */
const commandIn = (item: string): string =>
  (item.replaceAll(/<[^<>]*>/g, '').split(/[:：]/, 1)[0] ?? '')
    .replaceAll(/&(lt|gt|amp|quot);/g, (_, name: string) => entities[name] ?? '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The listed commands that repeat or stop runs; some need a name, such as `retry <name>`: see `blankOf`. */
export const runCommands = (discussions: readonly Discussion[], does: 'repeat' | 'stop'): readonly string[] =>
  robotCommands(discussions).filter((one) => runCommand[does].test(one));

/** What has to be replaced in a command by a name, such as `<name>`. */
export const blankOf = (command: string): string | undefined => /<[^<>]*>/.exec(command)?.[0];

const runCommand = { repeat: /^\/?(?:compile|rebuild|retest|retry)\b/, stop: /^\/?stop\b/ };

/** Whether a comment starts a run, which cancels one that goes on. */
export const startsRun = (text: string): boolean => /^[ \t]*\/?(?:compile|retest|rebuild)[ \t]*$/m.test(text);

const running = /运行中|执行中|\b(?:is )?running\b/i;

/** Whether a label or the newest report or note of progress says that a run goes on. A hint: robots promise nothing. */
export function seemsRunning(discussions: readonly Discussion[], labels: readonly string[]): boolean {
  if (labels.some((name) => /-running$/.test(name))) return true;
  const last = discussions.findLast((one) => isByRobot(one) && (pipelineNote.test(one.body) || running.test(one.body)));
  if (last === undefined) return false;
  const { state } = reportOf(last.body) ?? {};
  return running.test(state ?? last.body);
}
