import assert from 'node:assert/strict';
import type { Service, ServiceOptions } from '../../service/handle.ts';
import { startService } from '../../service/service.ts';

/**
 * The service of a suite, which starts before its first test and ends after its last one. Each test begins without
 * logged requests, and ends without violations and with the usual behaviour. It has no property before the tests run.
 */
export function suiteService(options: ServiceOptions = {}): Service {
  const service = {} as Service;
  before(async function () {
    this.timeout(60_000);
    Object.defineProperties(service, Object.getOwnPropertyDescriptors(await startService(options)));
  });
  after(() => service.close());
  beforeEach(() => service.clear());
  afterEach(() => {
    assert.deepEqual(service.violations, []);
    service.calm();
  });
  return service;
}

/** As `suiteService`, but each test has a service of its own, with the initial data. */
export function freshService(options: ServiceOptions = {}): Service {
  const service = {} as Service;
  beforeEach(async () => {
    Object.defineProperties(service, Object.getOwnPropertyDescriptors(await startService(options)));
  });
  afterEach(async () => {
    assert.deepEqual(service.violations, []);
    await service.close();
  });
  return service;
}
