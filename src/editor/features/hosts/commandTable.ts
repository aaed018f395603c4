import type { Services } from '../../services/services.ts';
import { hostCommands, type HostActions } from './hostCommands.ts';
import type { HostQuestions } from './hostQuestions.ts';
import { limitCommands } from './limitCommands.ts';

export interface HostParts {
  readonly accounts: {
    readonly signIn: (options: {
      readonly host: string;
      readonly silent: boolean;
    }) => ReturnType<HostActions['signIn']>;
  };
  readonly loadHostForm: () => Promise<HostQuestions>;
}

export function hostTable(services: Services & HostParts) {
  const { accounts, hosts, loadHostForm, loadOffline, repositories, sessions, trust, waiting } = services;
  return {
    ...hostCommands({
      removable: () => hosts.removable(),
      add: async (entry, signal) => await (await loadHostForm()).add(entry, signal),
      ask: async (given) => await (await loadHostForm()).ask(given),
      signIn: ({ id }) => accounts.signIn({ host: id, silent: false }),
      remove: async (id) => {
        await hosts.remove(id);
        await sessions.removeHost(id);
        await (await loadOffline()).forgetHost(id);
        await repositories.forget(id);
        await trust.forgetHost(id);
      },
    }),
    ...limitCommands(waiting),
  };
}
