import type { Host } from '../../src/domain/hosts/hosts.ts';
import { hostFromSettings, type HostEntry } from '../../src/domain/session/hostSettings.ts';
import type { Session } from '../../src/domain/session/session.ts';

export function aHost(change: Partial<HostEntry> = {}): Host {
  return hostFromSettings({
    id: 'local',
    name: 'Local',
    apiUrl: 'https://api.test',
    authUrl: 'https://auth.test',
    scopes: [],
    ...change,
  });
}

export function aSession(change: Partial<Session> = {}): Session {
  return {
    host: 'local',
    login: 'alice',
    kind: 'oauth',
    token: 'token-1',
    refreshToken: 'refresh-1',
    receivedAt: 1_000_000,
    lifetime: 3_600_000,
    scopes: [],
    apiOrigin: 'https://api.test',
    authOrigin: 'https://auth.test',
    ...change,
  };
}
