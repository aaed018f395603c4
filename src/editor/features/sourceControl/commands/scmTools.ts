import type { Uri } from 'vscode';
import type { Author } from '../../../../domain/sourceControl/commit/journal.ts';
import type { CommittedPath } from '../../../../domain/sourceControl/commit/committer.ts';
import type { CommitRequest } from '../../../../domain/sourceControl/commit/commitPlan.ts';
import type { RepositoryName } from '../../../../domain/hosts/address.ts';
import type { Connection } from '../../../../domain/hosts/connections.ts';
import type { Side } from '../../../../domain/text/conflict.ts';
import type { Layer } from '../../../../domain/sourceControl/drafts/draft.ts';
import type { Checkout } from '../../../../domain/sourceControl/workingTree/checkout.ts';
import type { CheckoutRegistry } from '../../../../domain/sourceControl/workingTree/checkoutRegistry.ts';
import type { Invocation } from '../../../kit/command.ts';

interface ConflictPlace {
  readonly uri: Uri | undefined;
  readonly line: number | undefined;
}

type Paths = readonly string[] | undefined;

export interface ScmTools {
  readonly checkouts: CheckoutRegistry;
  readonly authors: {
    of(connection: Connection): Promise<Author | undefined>;
    choose(account: string, author: Author | undefined): Promise<void>;
    emails(connection: Connection, signal: AbortSignal): Promise<readonly string[]>;
  };
  readonly controls: {
    of(checkout: Checkout): { readonly message: string } | undefined;
    prepareMessage(
      branch: RepositoryName & { readonly branch: string },
      change: (message: string) => string,
    ): Promise<void>;
  };
  readonly changing: {
    stage(checkout: Checkout, paths: Paths): Promise<void>;
    unstage(checkout: Checkout, paths: Paths): Promise<void>;
    discard(
      checkout: Pick<Checkout, 'drafts'>,
      paths: Paths,
      only: Layer | undefined,
      invocation: Invocation,
      where?: string,
    ): Promise<readonly string[]>;
    undoDiscard(): Promise<void>;
    open(checkout: Checkout, path: string, staged: boolean): Promise<void>;
    openFile(checkout: Checkout, path: string): Promise<void>;
  };
  readonly committing: {
    commit(checkout: Checkout, request: CommitRequest, invocation: Invocation): Promise<readonly CommittedPath[]>;
    resume(checkout: Checkout, invocation: Invocation): Promise<readonly CommittedPath[]>;
    commitOnNewBranch(
      checkout: Checkout,
      name: string,
      request: CommitRequest,
      invocation: Invocation,
    ): Promise<readonly CommittedPath[]>;
  };
  readonly conflicts: { resolve(checkout: Checkout, path: string, side?: 'mine' | 'theirs'): Promise<boolean> };
  readonly markers: {
    take(place: ConflictPlace, side: Side): Promise<number>;
    compare(place: ConflictPlace): Promise<void>;
    go(step: 1 | -1): void;
  };
}

export type LoadScmTools = () => Promise<ScmTools>;
