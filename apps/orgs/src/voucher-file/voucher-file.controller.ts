import { EntityManager } from '@mikro-orm/postgresql';
import { Controller, Query, type StreamableFile } from '@nestjs/common';
import { FilePass, type GeneratedFile } from '@portico/contracts/common/files';
import { downloadVouchers, generateVouchers } from '@portico/contracts/http/orgs';
import { AllowAdmins, csvFile, Public, Serve, SignedLinks } from '@portico/service';
import { VOUCHER_COLUMNS, vouchers } from './vouchers.ts';

/** Exports every voucher entitlement, for spreadsheets. */
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

  /** The link is the permission: a browser sends no token. */
  @Public()
  @Serve(downloadVouchers)
  async download(@Query({ schema: FilePass }) { pass }: FilePass): Promise<StreamableFile> {
    await this.links.check(downloadVouchers.path, pass);
    return csvFile('vouchers.csv', VOUCHER_COLUMNS, vouchers(this.em.fork()));
  }
}
