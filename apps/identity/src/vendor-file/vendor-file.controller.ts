import { Controller, Query, type StreamableFile } from '@nestjs/common';
import { FilePass, type GeneratedFile } from '@portico/contracts/common/files';
import { downloadVendors, generateVendors, User } from '@portico/contracts/http/identity';
import { z } from 'zod/mini';
import { AllowAdmins, csvFile, Public, Serve, SignedLinks } from '@portico/service';
import { UsersService } from '../users/users.service.ts';

const NOT_STORED = { pendingEmail: true, boundAt: true, signedOnAt: true, organizations: true, viewing: true } as const;
const COLUMNS = z.keyof(z.omit(User, NOT_STORED)).options;
const ZIP_LENGTH = 5;

/** Restores the leading zeros of zip codes, which are stored as numbers. */
async function* withZipCodes(users: AsyncIterable<User>) {
  for await (const user of users) {
    const {
      zipCode,
      pendingEmail: _,
      boundAt: __,
      signedOnAt: ___,
      organizations: ____,
      viewing: _____,
      ...rest
    } = user;
    yield { ...rest, zipCode: zipCode === null ? null : String(zipCode).padStart(ZIP_LENGTH, '0') };
  }
}

@Controller()
export class VendorFileController {
  constructor(
    private readonly links: SignedLinks,
    private readonly users: UsersService,
  ) {}

  @AllowAdmins()
  @Serve(generateVendors)
  async generate(): Promise<GeneratedFile> {
    return { Payload: await this.links.issue(downloadVendors.path) };
  }

  /** Needs no token, because a browser sends none with a download. The signed link is the permission. */
  @Public()
  @Serve(downloadVendors)
  async download(@Query({ schema: FilePass }) { pass }: FilePass): Promise<StreamableFile> {
    await this.links.check(downloadVendors.path, pass);
    return csvFile('vendors.csv', COLUMNS, withZipCodes(this.users.all('VENDOR')));
  }
}
