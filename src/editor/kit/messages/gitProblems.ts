import { gitReasonOf } from '../../../domain/git/gitProblem.ts';
import type { GitProblem } from '../../../domain/git/gitRepositories.ts';
import { explainReason } from './explain.ts';

/** One sentence: why git cannot be used. The sentence of the feature, which says what is missing, precedes it. */
export function explainGitProblem(problem: GitProblem): string {
  return explainReason(gitReasonOf(problem));
}
