import { Controller, Header, Inject, Query, type StreamableFile } from '@nestjs/common';
import { FilePass, type GeneratedFile } from '@portico/contracts/common/files';
import { downloadVendors, generateVendors, User } from '@portico/contracts/http/identity';
import { AllowAdmins, csvFile, Public, Serve, SignedLinks } from '@portico/service';
import { UsersService } from '../users/users.service.ts';

const COLUMNS = User.keyof().options;

/** Every vendor, for people who work with a spreadsheet. */
@Controller()
export class VendorFileController {
  constructor(
    @Inject(SignedLinks) private readonly links: SignedLinks,
    @Inject(UsersService) private readonly users: UsersService,
  ) {}

  @AllowAdmins()
  @Serve(generateVendors)
  async generate(): Promise<GeneratedFile> {
    return { Payload: await this.links.issue(downloadVendors.path) };
  }

  /** The link is the permission: a browser that opens it sends no token. */
  @Public()
  @Serve(downloadVendors)
  @Header('cache-control', 'no-store')
  async download(@Query({ schema: FilePass }) { pass }: FilePass): Promise<StreamableFile> {
    await this.links.check(downloadVendors.path, pass);
    return csvFile('vendors.csv', COLUMNS, this.users.all('VENDOR'));
  }
}
