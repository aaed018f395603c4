import { Emitter, type Event } from '../../core/emitter.ts';
import type { RepositoryName } from '../../domain/hosting/address.ts';
import type { Answered } from '../../domain/records/kinds/kind.ts';

/** The lists of the service that commands change and views show. */
export type Subject =
  | 'repositories'
  | 'organizations'
  | 'branches'
  | 'tags'
  | 'issues'
  | 'milestones'
  | 'releases'
  | 'members'
  | 'webhooks'
  | 'files';

/** Something was changed on the service from here. */
export interface Changed {
  readonly subject: Subject;
  readonly host: string;
  /** Undefined for what belongs to no repository. */
  readonly repository: RepositoryName | undefined;
  /** What to show afterwards: the names, numbers or ids of the rows down to it, in the list of the subject. */
  readonly reveal?: readonly string[];
  /** A person did it, and looks for it: its view opens. */
  readonly opens?: boolean;
  /** The one record that was changed, where the service answered with it: lists need not be read again. */
  readonly answer?: Answered & { readonly stateChanged: boolean };
}

/** Commands tell here what they changed; views and documents listen and refresh just that. */
export class Changes {
  readonly #emitter = new Emitter<Changed>();

  readonly onDidChange: Event<Changed> = this.#emitter.event;

  tell(changed: Changed): void {
    this.#emitter.fire(changed);
  }
}
