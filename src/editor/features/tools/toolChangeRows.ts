import { l10n } from 'vscode';
import { fullName } from '../../../domain/hosts/address.ts';
import type { Host } from '../../../domain/hosts/hosts.ts';
import { webAddress } from '../../../domain/hosts/webAddress.ts';
import type { ToolChange } from '../../../tools/kit/change.ts';
import { formatAgo, formatAgoAt } from '../../kit/messages/format.ts';
import type { ToolChangeEntry } from './toolChanges.ts';
import { fixed, type Children, type Node, type Row } from '../../kit/tree/node.ts';
import { described } from '../../kit/rows/group.ts';

/** The changes of the service by tools, newest first. `host`: undefined if the host is not configured any more. */
export function toolChangesOf(
  entries: () => readonly ToolChangeEntry[],
  host: (id: string) => Host | undefined,
): Children {
  return fixed(() =>
    entries().map((entry, index, all) => toolChangeNode(entry, all.length - index, host(entry.repository.host))),
  );
}

const icons: Readonly<Record<ToolChange['kind'], string>> = {
  commit: 'git-commit',
  branch: 'git-branch',
  tag: 'tag',
  issue: 'issues',
  pullRequest: 'git-pull-request',
  release: 'package',
};

interface ChangePlace {
  /** The end of its address on the web. */
  readonly page: readonly string[];
  readonly target?: Readonly<Record<string, string>>;
  /** Opens it in the editor. Undefined: it opens on the web. */
  readonly open?: () => NonNullable<Row['open']>;
}

const places: Readonly<Record<ToolChange['kind'], (id: string) => ChangePlace>> = {
  commit: (sha) => ({ page: ['commit', sha], target: { sha } }),
  branch: (name) => ({ page: ['tree', name] }),
  tag: (name) => ({ page: ['tree', name] }),
  issue: (number) => ({
    page: ['issues', number],
    target: { number },
    open: () => ({ command: 'sourcehost.issue.show', title: l10n.t('Show Issue') }),
  }),
  pullRequest: (number) => ({
    page: ['merge_requests', number],
    target: { number },
    open: () => ({ command: 'sourcehost.pullRequest.show', title: l10n.t('Show Pull Request') }),
  }),
  release: (tag) => ({
    page: ['releases', tag],
    target: { tag },
    open: () => ({ command: 'sourcehost.release.open', title: l10n.t('Open Release') }),
  }),
};

const onWeb = (): NonNullable<Row['open']> => ({
  command: 'sourcehost.item.openOnWeb',
  title: l10n.t('Open on Web'),
});

function toolChangeNode(entry: ToolChangeEntry, index: number, host: Host | undefined): Node {
  const { repository, time, tool, change, failure } = entry;
  const { page = [], target = {}, open = onWeb } = change?.id === undefined ? {} : places[change.kind](change.id);
  const label = change === undefined ? l10n.t('{0} failed', tool) : labelOf(change);
  // The label of a call that failed says so itself.
  const state = change === undefined || failure === undefined ? undefined : l10n.t('failed');
  const description = described(state, fullName(repository), formatAgo(time));
  return {
    id: `toolChange:${index} ${time}`,
    row: {
      label,
      description,
      icon: change === undefined || failure !== undefined ? 'warning' : icons[change.kind],
      context: 'toolChange',
      spoken: [label, change === undefined ? undefined : tool, description].filter(Boolean).join(', '),
      open: open(),
    },
    tooltip: () => ({
      title: label,
      text: change === undefined ? l10n.t('Some changes may already be on the host.') : undefined,
      facts: [
        [l10n.t('Reason'), failure],
        [l10n.t('Tool'), tool],
        [l10n.t('Repository'), fullName(repository)],
        [l10n.t('Host'), host?.name ?? repository.host],
        [l10n.t('Date'), formatAgoAt(time)],
      ],
    }),
    target: {
      host: repository.host,
      repository: fullName(repository),
      label,
      ...(host === undefined ? {} : { url: webAddress(host, repository, ...page) }),
      ...target,
    },
  };
}

function labelOf({ kind, id, title }: ToolChange): string {
  const [line = ''] = title.split('\n');
  if (kind === 'issue' && id !== undefined) return `#${id} ${line}`;
  if (kind === 'pullRequest' && id !== undefined) return `!${id} ${line}`;
  return line === '' ? (id ?? '') : line;
}
