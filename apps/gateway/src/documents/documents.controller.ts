import { Controller, Get, Header } from '@nestjs/common';
import { Public } from '@portico/service';
import { openApi } from './openapi.ts';

@Controller()
@Public()
export class DocumentsController {
  private readonly document = openApi();

  @Get('openapi.json')
  @Header('cache-control', 'public, max-age=60')
  openApi(): object {
    return this.document;
  }
}
