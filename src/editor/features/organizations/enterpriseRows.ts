import { l10n } from 'vscode';
import { webAddressOf } from '../../../domain/hosts/webAddress.ts';
import { fixed, paged, type Node } from '../../kit/tree/node.ts';
import { accountTarget, type AccountPlace } from '../../kit/rows/place.ts';
import { group } from '../../kit/rows/group.ts';
import { enterpriseMemberNode } from '../../kit/rows/memberRows.ts';

/** By its path. The API lists no enterprises: only those in records or asked for are shown. */
export function enterpriseNode(place: AccountPlace, enterprise: string): Node {
  const { api, host } = place.connection;
  const role = (value: 'admin' | 'member', label: string): Node =>
    group(
      `role:${value}`,
      { label, icon: value === 'admin' ? 'shield' : 'organization', context: 'role' },
      paged({
        pages: (signal) => api.enterprises.members.all({ enterprise, role: value }, { signal }),
        node: (member) => enterpriseMemberNode(place, enterprise, member),
      }),
    );
  return {
    id: `enterprise:${enterprise}`,
    row: { label: enterprise, icon: 'briefcase', context: 'enterprise' },
    target: { ...accountTarget(place), enterprise, label: enterprise, url: webAddressOf(host, enterprise) },
    children: fixed(() => [role('admin', l10n.t('Administrators')), role('member', l10n.t('Other members'))]),
  };
}
