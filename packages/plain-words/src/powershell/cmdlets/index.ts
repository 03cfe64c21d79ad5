import type { Cmdlet } from '../bind.ts';
import { administeringCmdlets } from './administering.ts';
import { lookingCmdlets } from './looking.ts';
import { runningCmdlets } from './running.ts';
import { writingCmdlets } from './writing.ts';

/** PowerShell's own commands by their name in small letters. */
export const cmdlets: Readonly<Record<string, Cmdlet>> = Object.assign(
  Object.create(null) as Record<string, Cmdlet>,
  lookingCmdlets,
  administeringCmdlets,
  writingCmdlets,
  runningCmdlets,
);

const short =
  'gci=get-childitem ls=get-childitem dir=get-childitem gc=get-content cat=get-content type=get-content gi=get-item gp=get-itemproperty gpv=get-itempropertyvalue rvpa=resolve-path cvpa=convert-path gl=get-location pwd=get-location sls=select-string measure=measure-object compare=compare-object diff=compare-object ipcsv=import-csv fhx=format-hex gps=get-process ps=get-process gsv=get-service gcm=get-command help=get-help man=get-help gm=get-member gal=get-alias gv=get-variable gmo=get-module h=get-history history=get-history ghy=get-history gcim=get-ciminstance gwmi=get-wmiobject gdr=get-psdrive gu=get-unique gjb=get-job rcjb=receive-job gcb=get-clipboard gin=get-computerinfo echo=write-output write=write-output oh=out-host ft=format-table fl=format-list fw=format-wide fc=format-custom select=select-object where=where-object ?=where-object foreach=foreach-object %=foreach-object sort=sort-object group=group-object tee=tee-object sleep=start-sleep clear=clear-host cls=clear-host clv=clear-variable rv=remove-variable sv=set-variable set=set-variable nv=new-variable sal=set-alias nal=new-alias pushd=push-location popd=pop-location sl=set-location cd=set-location chdir=set-location sc=set-content ac=add-content clc=clear-content epcsv=export-csv epal=export-alias ni=new-item md=mkdir cp=copy-item copy=copy-item cpi=copy-item mv=move-item move=move-item mi=move-item ren=rename-item rni=rename-item rm=remove-item ri=remove-item del=remove-item erase=remove-item rd=remove-item rmdir=remove-item cli=clear-item si=set-item sp=set-itemproperty rp=remove-itemproperty clp=clear-itemproperty rnp=rename-itemproperty iwr=invoke-webrequest wget=invoke-webrequest curl=invoke-webrequest irm=invoke-restmethod iex=invoke-expression icm=invoke-command saps=start-process start=start-process sajb=start-job spjb=stop-job rjb=remove-job wjb=wait-job ii=invoke-item ipmo=import-module etsn=enter-pssession nsn=new-pssession kill=stop-process spps=stop-process spsv=stop-service sasv=start-service scb=set-clipboard ndr=new-psdrive mount=new-psdrive rdr=remove-psdrive ise=powershell_ise tnc=test-netconnection more=out-host icim=invoke-cimmethod rcim=remove-ciminstance shcm=show-command trcm=trace-command ogv=out-gridview lp=out-printer sbp=set-psbreakpoint';

/** The short names that PowerShell has for its commands. */
export const aliases: Readonly<Record<string, string>> = Object.assign(
  Object.create(null) as Record<string, string>,
  Object.fromEntries(short.split(' ').map((pair) => pair.split('=') as [string, string])),
);
