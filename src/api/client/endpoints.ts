import { branches, branchRules, protectedTags, tags } from '../endpoints/branches.ts';
import { issues } from '../endpoints/issues.ts';
import { members } from '../endpoints/members.ts';
import { milestones } from '../endpoints/milestones.ts';
import { enterprises, organizations } from '../endpoints/organizations.ts';
import { releases } from '../endpoints/releases.ts';
import { files, repositories } from '../endpoints/repositories.ts';
import { search } from '../endpoints/search.ts';
import { keys, own, users } from '../endpoints/users.ts';
import { webhooks } from '../endpoints/webhooks.ts';

export const endpoints = {
  users,
  own,
  keys,
  organizations,
  enterprises,
  repositories,
  files,
  branches,
  branchRules,
  tags,
  protectedTags,
  members,
  releases,
  issues,
  milestones,
  search,
  webhooks,
};
