import { Failure } from '../../core/errors.ts';
import type { GitReason, NamingReason } from '../../core/failureReason.ts';
import type { GitProblem } from './gitRepositories.ts';

const reasons: Readonly<Record<GitProblem, Exclude<GitReason, NamingReason>>> = {
  off: 'gitOff',
  notInstalled: 'gitMissing',
  tooOld: 'gitTooOld',
  refused: 'gitRefused',
  cacheFailed: 'gitCacheFailed',
};

export function gitReasonOf(problem: GitProblem): GitReason {
  return reasons[problem];
}

export function gitProblemFailure(problem: GitProblem): Failure {
  return new Failure('refused', `git cannot be used: ${problem}`, { reason: reasons[problem] });
}
