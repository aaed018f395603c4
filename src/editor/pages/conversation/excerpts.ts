import { l10n } from 'vscode';
import { messageOf } from '../../../core/errors.ts';
import type { Log } from '../../../core/log.ts';
import type { LinePlace } from '../../../api/record/comment.ts';
import type { Discussion } from '../../../domain/conversation/conversation.ts';
import { excerptsOf, type ExcerptLine } from '../../../domain/conversation/excerpt.ts';
import { linesAt } from '../../../domain/conversation/fileVersions.ts';
import type { RepositoryName } from '../../../domain/hosts/address.ts';
import { isSha } from '../../../domain/objects/gitSha.ts';
import { html, type Html } from '../../../domain/pages/html.ts';
import type { CommitFetcher } from '../../../domain/repositories/commitFetcher.ts';
import type { RemoteRepositories } from '../../../domain/repositories/remoteRepositories.ts';

export interface ExcerptParts {
  readonly fetcher: CommitFetcher;
  readonly repositories: RemoteRepositories;
  readonly log: Log;
}

/** The commits of a pull request as it is now; full shas. */
export interface Tips {
  readonly base: string | undefined;
  readonly head: string | undefined;
}

/**
 * Yields the lines that discussions are about, by the key of the discussion, from git at the version that each names. A
 * large repository is not fetched for it, and without git there are none.
 */
export async function* readExcerpts(
  { fetcher, repositories, log }: ExcerptParts,
  name: RepositoryName,
  discussions: readonly Discussion[],
  tips: Tips,
  signal: AbortSignal,
): AsyncGenerator<readonly [key: string, excerpt: Html]> {
  const read = async (commit: string, path: string): Promise<readonly string[] | undefined> =>
    await linesAt(repositories, name, { commit, path }, { signal }).catch(() => undefined);
  const placed = discussions.filter(({ place }) => place?.path !== undefined && place.line !== undefined);
  const byCommit = Map.groupBy(placed, ({ place }) => (place?.headSha ?? tips.head ?? '').toLowerCase());
  for (const [commit, group] of byCommit) {
    const isHere = isSha(commit) && (await fetcher.fetch(name, commit, { background: true, signal }));
    if (!isHere) continue;
    const base = await mergeBase({ fetcher, log }, name, tips.base, commit, signal);
    for (const [path = '', ofFile] of Map.groupBy(group, ({ place }) => place?.path)) {
      const after = await read(commit, path);
      const before = base === undefined ? undefined : ((await read(base, path)) ?? []);
      const excerptOf = excerptsOf({ before, after });
      for (const { key, place } of ofFile) if (place !== undefined) yield [key, excerptHtml(place, excerptOf(place))];
    }
  }
}

async function mergeBase(
  { fetcher, log }: Pick<ExcerptParts, 'fetcher' | 'log'>,
  name: RepositoryName,
  base: string | undefined,
  head: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (base === undefined || !isSha(base)) return undefined;
  try {
    const found = await fetcher.history(name, { background: true }).mergeBase(base, head, { signal });
    return found !== undefined && (await fetcher.fetch(name, found, { background: true, signal })) ? found : undefined;
  } catch (error) {
    if (signal.aborted) throw error;
    log.info(`what a comment is about is shown without its difference: ${messageOf(error)}`);
    return undefined;
  }
}

const signs = { '+': () => l10n.t('added'), '-': () => l10n.t('removed'), ' ': () => '' } as const;
const classes = { '+': 'added', '-': 'removed', ' ': '' } as const;

function excerptHtml({ path }: LinePlace, lines: readonly ExcerptLine[]): Html {
  if (lines.length === 0) return html``;
  const rows = lines.map(
    ({ sign, number, text }) =>
      html`<span class="${classes[sign]}"
        ><span class="number">${number}</span><span class="sign" title="${signs[sign]()}">${sign}</span>${text}</span
      >`,
  );
  return html`<pre
    class="excerpt"
    dir="ltr"
    tabindex="0"
    role="group"
    aria-label="${l10n.t('Lines of {0}', path ?? '')}"
  >
${rows}</pre>`;
}
