-- Stations that have not reported for two days, with the last value they sent.
select s.name, max(r.at) as last_seen, count(*) filter (where r.suspect) as suspect
from stations s
left join readings r on r.station_id = s.id
group by s.id, s.name
having max(r.at) < now() - interval '2 days'
order by last_seen nulls first;
