import { RepositoryRules } from '../../src/domain/rules/repositoryRules.ts';

/** A repository without `.gitignore` and `.gitattributes`. */
export const noRules = new RepositoryRules({
  list: () => Promise.resolve(new Map()),
  read: () => Promise.resolve(new Uint8Array()),
});
