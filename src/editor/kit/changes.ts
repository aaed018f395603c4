import type { Issue } from '../../api/record/issue.ts';
import { Emitter, type Event } from '../../core/emitter.ts';
import type { RepositoryName } from '../../domain/hosts/address.ts';
import type { RecordOfKind } from '../../domain/documents/kinds/kind.ts';

/** Lists of the service that commands change and views show. */
export type Subject =
  | 'repositories'
  | 'organizations'
  | 'branches'
  | 'tags'
  | 'issues'
  | 'labels'
  | 'pullRequests'
  | 'milestones'
  | 'releases'
  | 'runs'
  | 'members'
  | 'webhooks'
  | 'files';

/** A change of the service by this window. */
export interface SubjectChange {
  readonly subject: Subject;
  readonly host: string;
  /** Undefined if the changed object does not belong to a repository. */
  readonly repository: RepositoryName | undefined;
  /** The row to reveal: the names, numbers or ids of the rows down to it, in the list of the subject. */
  readonly reveal?: readonly string[];
  /** Whether the view opens, because a user made the change. */
  readonly opens?: boolean;
  /** The changed record from the response of the service. With it lists need not be reloaded. A change of a pull request has none. */
  readonly answer?: Exclude<RecordOfKind, { readonly kind: 'pullRequests' }> & { readonly stateChanged: boolean };
  /** Whether comments changed, which no response for a record contains. */
  readonly comments?: boolean;
  /** The number of the issue on which the user wrote a new comment. */
  readonly commented?: string;
  /** The issues that a command changed, as the service has them now. */
  readonly issues?: readonly Issue[];
}

/** Commands report their changes here. Views and documents listen and refresh only the changed parts. */
export class Changes {
  readonly #emitter = new Emitter<SubjectChange>();
  readonly #refreshed = new Emitter<void>();

  readonly onDidChange: Event<SubjectChange> = this.#emitter.event;
  /** A user reads a view again: what is kept of earlier answers counts no longer. */
  readonly onDidRefresh: Event<void> = this.#refreshed.event;

  report(changed: SubjectChange): void {
    this.#emitter.fire(changed);
  }

  refresh(): void {
    this.#refreshed.fire();
  }
}
