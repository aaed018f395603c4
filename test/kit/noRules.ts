import { RepositoryRules } from '../../src/domain/rules/repositoryRules.ts';

/** A repository without `.gitignore` and `.gitattributes`. */
export const noRules = new RepositoryRules(() => Promise.resolve(undefined));
