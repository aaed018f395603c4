import { Uri } from 'vscode';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RemoteService } from '../../kit/remoteService.ts';
import { writes } from '../../kit/surface.ts';

type Args = Readonly<Record<string, unknown>>;

/** Every command with a change, with valid arguments; one of them is a file in `folder`. */
export async function writesAt(
  service: RemoteService,
  folder: string,
): Promise<readonly (readonly [id: string, args: Args, operation: string])[]> {
  const file = join(folder, 'x.zip');
  await writeFile(file, 'x');
  const [release] = await service.call<readonly Args[]>('releases.list');
  const [milestone] = await service.call<readonly Args[]>('milestones.list', { state: 'all' });
  const [closed] = await service.call<readonly Args[]>('issues.list', { state: 'closed' });
  const hook = await service.call<Args>('webhooks.create', { url: 'https://example.org/given', push_events: true });
  const comment = await service.call<Args>('issueComments.create', { number: 1, body: 'A comment' });
  await service.call('labels.create', { name: 'label-of-surface' });
  await service.call('branches.create', { refs: 'main', branch_name: 'head-of-surface' });
  await service.call('pullRequestComments.create', { number: 41, body: 'Mine' });
  const comments = await service.call<readonly Args[]>('pullRequestComments.list', { number: 41 });
  const own = comments.find(({ body }) => body === 'Mine');
  const { discussion_id: discussion } = comments.find(({ resolved }) => resolved === false) ?? {};
  const values = new Map<unknown, unknown>([
    ['FILE', Uri.file(file).toString()],
    ['TAG', release?.tag_name],
    ['MILESTONE', Number(milestone?.number)],
    ['CLOSED', Number(closed?.number)],
    ['HOOK', String(hook.id)],
    ['COMMENT', Number(comment.id)],
    ['LABEL', 'label-of-surface'],
    ['HEAD_BRANCH', 'head-of-surface'],
    ['DISCUSSION', discussion],
    ['PULL_COMMENT', Number(own?.id)],
  ]);
  const filled = (args: Args): Args =>
    Object.fromEntries(Object.entries(args).map(([name, value]) => [name, values.get(value) ?? value]));
  return writes.map(([id, args, operation]) => [id, filled(args), operation]);
}
