import { flag, line, oneOf, optional, range } from '../../api/contract/field.ts';
import type { PullRequest } from '../../api/record/pullRequest.ts';
import { Failure, wrongValue } from '../../core/errors.ts';
import { requires } from '../../core/requirement.ts';
import type { DecidingRole } from '../../domain/pullRequests/pullRequestDecisions.ts';
import { isSamePerson, personIn } from '../../domain/pullRequests/roles.ts';
import { inBackground, openForChange } from '../kit/place.ts';
import { pullRequestRow } from '../kit/pullRequestRows.ts';
import { added, placeFields, remoteTool } from '../kit/tool.ts';

export const review = remoteTool({
  name: 'sourcehost_review',
  title: 'Review Pull Request',
  description: 'Approves a pull request, marks it as tested, or resolves a discussion.',
  fields: {
    ...placeFields,
    number: range(1),
    decision: oneOf('approve', 'tested', 'resolve'),
    discussion: optional(line),
    resolved: optional(flag),
  },
  texts: {
    discussion: 'sourcehost_get_pull_request shows it.',
    resolved: 'false opens it again.',
  },
  async preview(services, { number, decision, discussion, resolved = true, ...input }, signal) {
    if ((decision === 'resolve') !== (discussion !== undefined))
      throw wrongValue(
        'discussion',
        decision === 'resolve' ? requires('given') : requires('alone', `decision: ${decision}`),
      );
    const repository = await openForChange(services, input);
    const of = { ...repository, kind: 'pullRequests' as const, number: `${number}` };
    const pull = await services.pullRequests.get(repository, of.number, inBackground(signal));
    const title = pull.title ?? '';
    if (discussion !== undefined) await services.comments.requireDiscussion(of, discussion, inBackground(signal));
    else demandUndecided(pull, decision === 'tested' ? 'testers' : 'approvers', repository.connection.account?.login);
    const fields = [
      ...added('review', decision === 'resolve' && !resolved ? 'open the discussion again' : decision),
      ...added('pullRequest', `!${number} ${title}`.trim()),
      ...added('discussion', discussion),
      // The user agrees to what the pull request has now.
      ...added('commit', pull.head.sha),
    ];
    return {
      repository: repository.name,
      fields,
      diffs: [],
      async send(sending) {
        const options = { signal: sending };
        const now = await services.pullRequests.get(repository, of.number, options);
        if (now.head.sha !== pull.head.sha) throw wrongValue('agreed', requires('agreed'));
        if (discussion !== undefined) await services.comments.resolve(of, { discussion, resolved }, options);
        const role = decision === 'tested' ? 'testers' : 'approvers';
        const after =
          discussion === undefined ? await services.decisions.agree(repository, of.number, role, options) : undefined;
        return {
          summary: `The review of !${number} of ${repository.title} is sent`,
          entries: after === undefined ? [] : [pullRequestRow(after)],
          changes: [{ kind: 'pullRequest', id: of.number, title }],
        };
      },
    };
  },
});

/** @throws Failure `invalid`: the account decided already; `forbidden`: hosts refuse the author, status 400 */
function demandUndecided(pull: PullRequest, role: DecidingRole, login: string | undefined): void {
  if (personIn(pull, role, login)?.accept === true) throw wrongValue('decision', requires('change'));
  if (role === 'approvers' && isSamePerson(pull.user, login))
    throw new Failure('forbidden', 'nobody may approve an own pull request', { field: 'decision', status: 400 });
}
