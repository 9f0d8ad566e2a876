import { EntityManager } from '@mikro-orm/postgresql';
import { Controller, Query, type StreamableFile } from '@nestjs/common';
import { FilePass, type GeneratedFile } from '@portico/contracts/common/files';
import { VOUCHER_PREFIX } from '@portico/contracts/common/vouchers';
import { downloadVouchers, generateVouchers } from '@portico/contracts/http/orgs';
import { AllowAdmins, csvFile, Public, Serve, SignedLinks } from '@portico/service';

type Voucher = { organization: string; lookupKey: string; allowed: number; used: number; active: boolean };
const VOUCHER_COLUMNS = ['organization', 'lookupKey', 'allowed', 'used', 'active'] as const;

const BATCH = 1_000;

/** Yields every voucher entitlement in the order of the ids, with one batch in memory. */
async function* vouchers(em: EntityManager): AsyncGenerator<Voucher> {
  for (let last = 0; ;) {
    const rows = await em.execute<(Voucher & { id: number })[]>(
      `select e.id, o.name as organization, e.lookup_key as "lookupKey", e.allowed_count as allowed,
         e.used_count as used, e.active
       from organization_entitlements e join organizations o on o.id = e.organization_id
       where e.lookup_key like ? and e.id > ? order by e.id limit ${BATCH}`,
      [`${VOUCHER_PREFIX}%`, last],
    );
    yield* rows;
    last = rows.at(-1)?.id ?? last;
    if (rows.length < BATCH) return;
  }
}

@Controller()
export class VoucherFileController {
  constructor(
    private readonly links: SignedLinks,
    private readonly em: EntityManager,
  ) {}

  @AllowAdmins()
  @Serve(generateVouchers)
  async generate(): Promise<GeneratedFile> {
    return { Payload: await this.links.issue(downloadVouchers.path) };
  }

  /** Needs no token, because a browser sends none with a download. The signed link is the permission. */
  @Public()
  @Serve(downloadVouchers)
  async download(@Query({ schema: FilePass }) { pass }: FilePass): Promise<StreamableFile> {
    await this.links.check(downloadVouchers.path, pass);
    return csvFile('vouchers.csv', VOUCHER_COLUMNS, vouchers(this.em.fork()));
  }
}
