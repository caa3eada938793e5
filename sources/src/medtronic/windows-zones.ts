/**
 * Windows' names of the time zones of the vendor's users, each with its IANA name.
 * Source  Unicode CLDR, windowsZones, territory 001.
 */
const places = `
Hawaiian Standard Time=Pacific/Honolulu;Alaskan Standard Time=America/Anchorage
Pacific Standard Time=America/Los_Angeles;Pacific Standard Time (Mexico)=America/Tijuana
US Mountain Standard Time=America/Phoenix;Mountain Standard Time=America/Denver
Mountain Standard Time (Mexico)=America/Mazatlan;Central America Standard Time=America/Guatemala
Central Standard Time=America/Chicago;Central Standard Time (Mexico)=America/Mexico_City
Canada Central Standard Time=America/Regina;Eastern Standard Time (Mexico)=America/Cancun
SA Pacific Standard Time=America/Bogota;Eastern Standard Time=America/New_York
US Eastern Standard Time=America/Indiana/Indianapolis;Cuba Standard Time=America/Havana
Venezuela Standard Time=America/Caracas;Paraguay Standard Time=America/Asuncion
Atlantic Standard Time=America/Halifax;Central Brazilian Standard Time=America/Cuiaba
SA Western Standard Time=America/La_Paz;Pacific SA Standard Time=America/Santiago
Newfoundland Standard Time=America/St_Johns;E. South America Standard Time=America/Sao_Paulo
Argentina Standard Time=America/Argentina/Buenos_Aires;SA Eastern Standard Time=America/Cayenne
Greenland Standard Time=America/Nuuk;Montevideo Standard Time=America/Montevideo
Bahia Standard Time=America/Bahia;Azores Standard Time=Atlantic/Azores
Cape Verde Standard Time=Atlantic/Cape_Verde;UTC=Etc/UTC
GMT Standard Time=Europe/London;Greenwich Standard Time=Atlantic/Reykjavik
Morocco Standard Time=Africa/Casablanca;W. Europe Standard Time=Europe/Berlin
Central Europe Standard Time=Europe/Budapest;Romance Standard Time=Europe/Paris
Central European Standard Time=Europe/Warsaw;W. Central Africa Standard Time=Africa/Lagos
Namibia Standard Time=Africa/Windhoek;Jordan Standard Time=Asia/Amman
GTB Standard Time=Europe/Bucharest;Middle East Standard Time=Asia/Beirut
Egypt Standard Time=Africa/Cairo;E. Europe Standard Time=Europe/Chisinau
South Africa Standard Time=Africa/Johannesburg;FLE Standard Time=Europe/Kiev
Israel Standard Time=Asia/Jerusalem;Kaliningrad Standard Time=Europe/Kaliningrad
Libya Standard Time=Africa/Tripoli;Turkey Standard Time=Europe/Istanbul
Arabic Standard Time=Asia/Baghdad;Arab Standard Time=Asia/Riyadh
Belarus Standard Time=Europe/Minsk;Russian Standard Time=Europe/Moscow
E. Africa Standard Time=Africa/Nairobi;Iran Standard Time=Asia/Tehran
Arabian Standard Time=Asia/Dubai;Azerbaijan Standard Time=Asia/Baku
Mauritius Standard Time=Indian/Mauritius;Georgian Standard Time=Asia/Tbilisi
Caucasus Standard Time=Asia/Yerevan;Afghanistan Standard Time=Asia/Kabul
West Asia Standard Time=Asia/Tashkent;Ekaterinburg Standard Time=Asia/Yekaterinburg
Pakistan Standard Time=Asia/Karachi;India Standard Time=Asia/Calcutta
Sri Lanka Standard Time=Asia/Colombo;Nepal Standard Time=Asia/Katmandu
Central Asia Standard Time=Asia/Bishkek;Bangladesh Standard Time=Asia/Dhaka
Myanmar Standard Time=Asia/Rangoon;SE Asia Standard Time=Asia/Bangkok
China Standard Time=Asia/Shanghai;Singapore Standard Time=Asia/Singapore
W. Australia Standard Time=Australia/Perth;Taipei Standard Time=Asia/Taipei
Tokyo Standard Time=Asia/Tokyo;Korea Standard Time=Asia/Seoul
Cen. Australia Standard Time=Australia/Adelaide;AUS Central Standard Time=Australia/Darwin
E. Australia Standard Time=Australia/Brisbane;AUS Eastern Standard Time=Australia/Sydney
Tasmania Standard Time=Australia/Hobart;New Zealand Standard Time=Pacific/Auckland`;

const zones = new Map(
  places
    .trim()
    .split(/[\n;]/)
    .map((pair) => pair.split('=') as [string, string]),
);

/** The IANA name of a time zone; a name that is not of Windows stays as it is. */
export function timeZoneOf(name: string): string {
  return zones.get(name) ?? name;
}
