import type { Changes, Subject } from '../changes.ts';
import type { Invocation } from '../command.ts';
import type { AtRepository } from './declare.ts';

/**
 * Reports that a command changed a list of its repository. `path` is the names, numbers or ids of the rows down to the
 * changed row. If a user takes part, the view opens and goes to that row.
 */
export type NotifyChange = (on: AtRepository, by: Pick<Invocation, 'silent'>, ...path: readonly string[]) => void;

export const changeNotifier =
  (changes: Changes, subject: Subject): NotifyChange =>
  ({ name: repository }, { silent }, ...path) =>
    changes.report({ subject, host: repository.host, repository, reveal: path, opens: !silent && path.length > 0 });
