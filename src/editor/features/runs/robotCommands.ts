import type { HostPlace } from '../../../domain/hosts/connections.ts';
import { env, l10n, Uri } from 'vscode';
import { name } from '../../../api/contract/field.ts';
import type { RunDetail } from '../../../api/record/run.ts';
import { unlessFailed } from '../../../core/errors.ts';
import { oneLine } from '../../../core/text.ts';
import { blankOf, runCommands, seemsRunning } from '../../../domain/conversation/robots.ts';
import { jobsOf, type JobPlace } from '../../../domain/runs/jobs.ts';
import { hasEnded, stateOf } from '../../../domain/runs/runState.ts';
import type { RunList } from '../../../domain/runs/runList.ts';
import { runsPage } from '../../../domain/runs/runs.ts';
import type { AnyCommand } from '../../kit/command.ts';
import { asTyped } from '../../kit/commands/ask.ts';
import { needsOperation, onRepository } from '../../kit/commands/declare.ts';
import { Prompt } from '../../kit/prompts/prompt.ts';
import { runName, stateWord } from '../../kit/rows/runTexts.ts';
import type { Services } from '../../services/services.ts';
import { askRun } from './runCommands.ts';
import type { RunTools } from './runTools.ts';

export interface RobotCommandParts extends Pick<Services, 'changes' | 'loadComments' | 'loadConversations'> {
  readonly loadRuns: () => Promise<RunTools>;
}

/** The host has no operation that repeats or stops a run: a robot may listen to comments, else the web page has buttons. */
export function robotCommands(parts: RobotCommandParts) {
  return {
    'sourcehost.run.repeat': onRun('repeat', parts),
    'sourcehost.run.stop': onRun('stop', parts),
  };
}

function onRun(does: 'repeat' | 'stop', parts: RobotCommandParts): AnyCommand {
  const { changes, loadComments, loadConversations, loadRuns: load } = parts;
  const verb = does === 'repeat' ? 'Repeats' : 'Stops';
  return onRepository({
    does: `${verb} a run by a comment, if a robot lists a command for it in the pull request. Otherwise it opens the web page of the run. ${needsOperation}`,
    result: 'the comment, or the address of the web page',
    needsAccount: true,
    fields: { workflow_run_id: name },
    ask: { workflow_run_id: askRun(load) },
    runAsks: [],
    run: async ({ workflow_run_id: id }, on, { signal, confirm, silent }) => {
      const { runs, list } = await load();
      const run = await runs.get(on, id, { signal });
      const { pull_request_id: number } = run;
      const place = { ...on, kind: 'pullRequests' as const, number: number ?? '' };
      const { discussions } =
        number === undefined ? { discussions: [] } : await (await loadConversations()).whole(place, { signal });
      const commands = runCommands(discussions, does).filter((one) => !silent || blankOf(one) === undefined);
      const [first] = commands;
      if (first === undefined) {
        const page = runsPage(on, id);
        await env.openExternal(Uri.parse(page, true));
        return page;
      }
      const items = commands.map((label) => ({ label, value: label }));
      const placeholder = l10n.t('Which command of the robot?');
      const prompt = new Prompt({ title: runName(run) });
      const command = silent || commands.length === 1 ? first : await prompt.pick({ placeholder, items });
      const blank = blankOf(command);
      const body =
        blank === undefined
          ? command
          : command.replace(blank, oneLine(await askJob(prompt, run)).replaceAll('$', '$$$$'));
      const goesOn =
        does === 'repeat' &&
        (seemsRunning(discussions, []) ||
          [run, ...(await newestOf(list, on, number, signal))].some((one) => !hasEnded(one)));
      const detail = goesOn
        ? l10n.t('A run seems to go on. A second run cancels the first one.')
        : l10n.t('{0}. A robot of the repository reads the comment.', runName(run));
      await confirm(
        l10n.t('Comment “{0}” on !{1}?', body, place.number),
        detail,
        l10n.t('Comment'),
        goesOn ? 'notNow' : 'action',
      );
      await (await loadComments()).add(place, { body }, { signal });
      const { name: repository } = on;
      changes.report({
        subject: 'pullRequests',
        host: repository.host,
        repository,
        reveal: [place.number],
        comments: true,
      });
      return body;
    },
  });
}

/** The newest runs of a pull request; nothing where the host does not list them. */
async function newestOf(list: RunList, on: HostPlace, number: string | undefined, signal: AbortSignal) {
  const reading = list.first(on, { number }, 10, { signal });
  return (await unlessFailed(reading, 'unsupported', 'missing', 'forbidden')) ?? [];
}

/** The name of a job, the failed ones first: what a robot calls it can be another one, which a person types. */
async function askJob(prompt: Prompt, run: RunDetail): Promise<string> {
  const rank = ({ job: { status } }: JobPlace): number => (stateOf(status) === 'failed' ? 0 : 1);
  const jobs = jobsOf(run).toSorted((one, other) => rank(one) - rank(other));
  const names = [...new Map(jobs.map(({ job }) => [job.name ?? '', job.status]))].filter(([name]) => name !== '');
  return await prompt.pick({
    placeholder: l10n.t('Which job?'),
    items: names.map(([name, status]) => ({ label: name, description: stateWord(status), value: name })),
    typed: asTyped,
  });
}
