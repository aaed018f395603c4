import type { Api } from '../../api/client/client.ts';
import { Failure } from '../../core/errors.ts';
import type { HostPlace } from '../hosts/connections.ts';
import type { HostFeatures } from '../hosts/hostFeatures.ts';
import { inApi, type RequestOptions } from '../hosts/source.ts';
import { webAddress } from '../hosts/webAddress.ts';

export interface IssuePlace extends HostPlace {
  readonly number: string;
}

/** The branches that were related to an issue. @throws Failure `unsupported` (reason `noOperation`); `missing` */
export async function branchesOfIssue(
  features: HostFeatures,
  { connection, name, number }: IssuePlace,
  options: RequestOptions,
): Promise<readonly string[]> {
  const at = { ...inApi(name), number };
  const page = webAddress(connection.host, name, 'issues', number);
  const find = (api: Api) => api.issues.get(at, options);
  const send = (api: Api) => api.issueBranches.list(at, options);
  return await features.call(connection, { operation: 'issueBranches.list', page, send, find });
}

/**
 * Relates a branch to an issue. The host takes the whole list, so that of now is read and sent with it, and read back.
 * @throws Failure `unsupported` (reason `noOperation`); `refused` (reason `notRelated`)
 */
export async function relateBranch(
  features: HostFeatures,
  place: IssuePlace,
  branch: string,
  options: RequestOptions,
): Promise<void> {
  const { connection, name, number } = place;
  const before = await branchesOfIssue(features, place, options);
  if (before.includes(branch)) return;
  const branch_names = [...before, branch];
  const at = { ...inApi(name), number };
  const page = webAddress(connection.host, name, 'issues', number);
  const find = (api: Api) => api.issueBranches.list(at, options);
  const send = (api: Api) => api.issueBranches.set({ ...at, branch_names }, options);
  await features.call(connection, { operation: 'issueBranches.set', page, send, find });
  const now = new Set(await branchesOfIssue(features, place, options));
  const lost = branch_names.filter((one) => !now.has(one));
  if (lost.length === 0) return;
  const message = `#${number} lacks ${lost.join(', ')} after the change`;
  throw new Failure('refused', message, { reason: 'notRelated', about: [`#${number}`, lost.join(', ')] });
}
