import { window, type TextDocument } from 'vscode';
import { lazily } from '../../../../core/async.ts';
import { messageOf } from '../../../../core/errors.ts';
import { named } from '../../../../core/log.ts';
import type { RepositoryName } from '../../../../domain/hosts/address.ts';
import type { Lifetime } from '../../../kit/lifetime.ts';
import type { Services } from '../../../services/services.ts';
import type { ReviewedHeads } from './reviewedHeads.ts';
import type { ReviewThreads, ThreadParts } from './reviewThreads.ts';

export interface ThreadRecords {
  readonly loadRecords: () => Promise<Pick<ThreadParts, 'drafts'>>;
}

interface Threads {
  readonly load: () => Promise<ReviewThreads>;
  /** Reads the comments of the shown files again. Loads nothing. */
  readonly refresh: () => Promise<void>;
  /** The repository of an input of a thread. Loads nothing. */
  readonly repositoryOf: (input: TextDocument) => RepositoryName | undefined;
}

/** Loads the threads of comments when a file at the head of a pull request is shown. */
export function registerThreads(services: Services & ThreadRecords, heads: ReviewedHeads, lifetime: Lifetime): Threads {
  const log = named(services.log, 'threads');
  let loaded: ReviewThreads | undefined;
  const load = lazily(async () => {
    const code = await services.load();
    const { drafts } = await services.loadRecords();
    loaded = lifetime.add(
      new code.ReviewThreads({
        ...services,
        ...{ drafts, heads, log },
        features: await services.loadHostFeatures(),
        conversations: await services.loadConversations(),
        comments: await services.loadComments(),
      }),
    );
    return loaded;
  });
  const look = (): void => {
    if (loaded === undefined && window.visibleTextEditors.every(({ document: { uri } }) => !heads.fileOf(uri))) return;
    load()
      .then((all) => all.look())
      .catch((error: unknown) => log.warn(`no comments are shown: ${messageOf(error)}`));
  };
  lifetime.add(window.onDidChangeVisibleTextEditors(look));
  lifetime.add(heads.onDidChange(look));
  look();
  return {
    load,
    refresh: async () => await loaded?.refresh(),
    repositoryOf: (input) => loaded?.repositoryOf(input),
  };
}
