import type { IncomingMessage } from 'node:http';
import { isObject, parseJson } from '../../src/core/text.ts';
import { ok, type Answer } from './answer.ts';
import type { FaultRule } from './faults.ts';
import { usual } from './habits.ts';
import type { Action, Service } from './handle.ts';

/** Handles the requests of other processes under `/_control`. Invalid requests get a 400 with a message. */
export async function answerControl(service: Service, request: IncomingMessage, body: Buffer): Promise<Answer> {
  const url = new URL(request.url ?? '/', service.url);
  const given = body.length === 0 ? {} : parseJson(body.toString());
  // Other users of this computer can reach the service too.
  const root = new URL(service.controlUrl).pathname;
  if (!`${url.pathname}/`.startsWith(`${root}/`)) return { status: 404 };
  // Nor may a page of the service control it: pages show texts of its data.
  if (request.headers.origin !== undefined) return refuse('requests of web pages are not answered');
  if (!isObject(given)) return refuse('the body must be a JSON object');
  try {
    return await answer(
      service,
      `${request.method ?? 'GET'} ${url.pathname.slice(root.length)}`,
      url.searchParams,
      given,
    );
  } catch (error) {
    return refuse(error instanceof Error ? error.message : String(error));
  }
}

const refuse = (message: string): Answer => ({ status: 400, json: { message } });

async function answer(
  service: Service,
  what: string,
  query: URLSearchParams,
  given: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  switch (what) {
    case 'GET ':
      return ok(overview(service));
    case 'GET /requests': {
      const [since, operation] = [Number(query.get('since') ?? 0), query.get('operation')];
      return ok(
        service.requests.filter((one) => one.id > since && (operation === null || one.operation === operation)),
      );
    }
    case 'GET /violations':
      return ok(service.violations);
    case 'DELETE /requests':
      service.clear();
      return ok({});
    case 'POST /behaviour':
      service.set(given);
      return ok({});
    case 'DELETE /behaviour':
      service.calm();
      return ok({});
    case 'GET /faults':
      return ok(service.faults);
    case 'POST /faults': {
      if (typeof given.operation !== 'string' || !isObject(given.fault))
        return refuse('operation and fault are needed');
      service.fail(given as unknown as FaultRule);
      return ok({});
    }
    case 'DELETE /faults':
      service.heal(query.get('operation') ?? undefined);
      return ok({});
    case 'POST /act':
      return ok((await service.act(given as unknown as Action)) ?? {});
    case 'POST /git': {
      const { repository = '', args = [] } = given as { repository?: string; args?: string[] };
      if (!readOnly.test(args[0] ?? '') || args.some((one) => /^--(output|ext-diff|textconv|contents)/.test(one)))
        return refuse('only git commands that read are run');
      return ok({ output: await (await service.repository(repository)).git(args) });
    }
    case 'POST /reset':
      await service.reset();
      return ok({});
    default:
      return { status: 404, json: { message: `there is no ${what}` } };
  }
}

/** No git command may run a program. */
const readOnly = /^(blame|cat-file|diff|for-each-ref|fsck|log|ls-tree|merge-base|rev-list|rev-parse|show)$/;

function overview(service: Service): unknown {
  const { accounts, organizations, repositories } = service.state;
  return {
    url: service.url,
    storageUrl: service.storageUrl,
    directory: service.directory,
    clientId: service.clientId,
    clientSecret: service.clientSecret,
    tokens: Object.fromEntries([...accounts.keys()].slice(0, 10).map((login) => [login, service.token(login)])),
    accounts: accounts.size,
    organizations: organizations.size,
    repositories: repositories.size,
    requests: service.requests.length,
    violations: service.violations.length,
    habits: usual,
  };
}
